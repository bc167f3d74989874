@echo off
rem The front door on Windows: sets the project up on first use, then does what the words say.
setlocal EnableExtensions DisableDelayedExpansion
set "HERE=%~dp0"
set "HERE=%HERE:~0,-1%"
set "BIN=%HERE%\.venv\Scripts"
set "WORD=%~1"
set "PYTHONDONTWRITEBYTECODE="
set "PYTHONUTF8=1"
if not defined MPLCONFIGDIR set "MPLCONFIGDIR=%HERE%\.cache\matplotlib"

if "%WORD%"=="" goto usage
set "LAYER="
for %%W in (test lint bench) do if /i "%WORD%"=="%%W" set "LAYER=dev"
for %%W in (train evaluate) do if /i "%WORD%"=="%%W" set "LAYER=train"
if /i "%WORD%"=="docs" set "LAYER=docs"
if /i "%WORD%"=="setup" set "LAYER=%~2"
if /i "%WORD%"=="event" call :wants_dask %*
call :set_up || exit /b 1
if /i "%WORD%"=="setup" echo ready: run demo shows a case, run --help lists the commands& exit /b 0
if /i "%WORD%"=="test" goto test
if /i "%WORD%"=="lint" goto lint
if /i "%WORD%"=="bench" goto bench
if /i "%WORD%"=="docs" goto docs
if /i "%WORD%"=="train" goto lab
if /i "%WORD%"=="evaluate" goto lab
"%BIN%\analyser.exe" %*
exit /b %ERRORLEVEL%

:usage
echo run WORDS...         the analyser: check, rule, score, law ... (run --help lists them all)
echo run demo             one bundled case, from the facts to the result
echo run setup [PART]     make or mend the environment in .venv; every other word does it by itself, and adds the part it
echo                      needs: train, dask, docs, or dev for tests and gates, which holds all of them
echo run doctor           what is there, what is missing, and the line that installs it
echo run test [--all] [ARGS...]   the tests, four minutes; --all adds browsers, training, builds, long rulings: nine; ARGS go to pytest
echo run lint             the gates: ruff, mypy, import-linter, the rules of the house
echo run bench [NAMES...] the promised speeds, measured
echo run docs             the manual, from docs\ to docs\site\index.html
exit /b 2

:rest
rem Everything after the first word, in REST; without --all the slow tests are left out, as --quick once asked.
set "REST="
set "ALL="
:rest_next
shift
if "%~1"=="" exit /b 0
if "%~1"=="--all" (set "ALL=1") else if not "%~1"=="--quick" set REST=%REST% %1
goto rest_next

:test
call :rest %*
cd /d "%HERE%"
if not defined OMP_NUM_THREADS set "OMP_NUM_THREADS=1"
if defined ALL (
    "%BIN%\python.exe" -m pytest -n 2 --dist worksteal --durations=10 %REST%
) else (
    "%BIN%\python.exe" -m pytest -n 2 --dist worksteal --durations=10 -m "not slow" %REST%
)
exit /b %ERRORLEVEL%

:bench
call :rest %*
cd /d "%HERE%"
"%BIN%\python.exe" -m tests.bench %REST%
exit /b %ERRORLEVEL%

:lab
set "PYTHONPATH=%HERE%"
"%BIN%\python.exe" -P -m tests.bench.lab %*
exit /b %ERRORLEVEL%

:docs
cd /d "%HERE%\docs"
set "PYTHONPATH=%HERE%"
"%BIN%\mkdocs.exe" build --strict --quiet && echo the manual: %HERE%\docs\site\index.html
exit /b %ERRORLEVEL%

:lint
cd /d "%HERE%"
set "FAILED="
"%BIN%\ruff.exe" check . || set "FAILED=%FAILED% ruff-check"
"%BIN%\ruff.exe" format --check . || set "FAILED=%FAILED% ruff-format"
"%BIN%\mypy.exe" --strict || set "FAILED=%FAILED% mypy"
"%BIN%\lint-imports.exe" --no-logo || set "FAILED=%FAILED% lint-imports"
"%BIN%\python.exe" -m pytest -q tests/test_house.py || set "FAILED=%FAILED% house"
if defined FAILED (
    echo not clean:%FAILED% 1>&2
    exit /b 1
)
echo clean
exit /b 0

:wants_dask
rem Whether the words ask for several machines: --backend dask. A "=" parts words here as a blank does.
if "%~1"=="" exit /b 0
if "%~1"=="--backend" if /i "%~2"=="dask" set "LAYER=dask"
shift
goto wants_dask

:set_up
rem Ready if the environment was finished from this very lock, with the layer asked for; set_up.py itself looks more closely.
if not exist "%BIN%\python.exe" goto make
if not exist "%BIN%\analyser.exe" goto make
if defined LAYER if not exist "%HERE%\.venv\ready\%LAYER%" if not exist "%HERE%\.venv\ready\dev" goto make
fc /b "%HERE%\requirements.txt" "%HERE%\.venv\ready\requirements.txt" >nul 2>&1 || goto make
fc /b "%HERE%\pyproject.toml" "%HERE%\.venv\ready\pyproject.toml" >nul 2>&1 || goto make
exit /b 0
:make
for %%P in ("py -3.13" "py -3.12" "py -3.11" "python" "python3") do (
    %%~P -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))" >nul 2>&1 && (
        %%~P -I "%HERE%\.ci\set_up.py" %LAYER%
        if errorlevel 1 exit /b 1
        exit /b 0
    )
)
echo set-up stopped: no Python 3.11, 3.12 or 3.13 was found. Install one from python.org, then: run setup 1>&2
exit /b 1

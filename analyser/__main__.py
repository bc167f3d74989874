"""`python -m analyser` is `analyser`."""

from analyser.cli import main

if __name__ == "__main__":
    main()

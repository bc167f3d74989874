"""The papers around a ruling, each in the form its file name asks for: `.pdf` is printed, `.csv` is rows, all else a page."""

from dataclasses import dataclass
from pathlib import Path

from analyser.cli.terminal import write_bytes, write_text
from analyser.report.pages import as_appeal_form, as_decision, as_scorer_csv, as_scorer_lines, printed
from analyser.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Papers:
    """Which papers are wanted beside the report, and where."""

    appeal_form: Path | None = None
    decision: Path | None = None
    scorer: Path | None = None

    @property
    def printed(self) -> bool:
        """Whether one of them is to be a PDF."""
        return any(
            path is not None and path.suffix.lower() == ".pdf" for path in (self.appeal_form, self.decision)
        )

    def write(self, ruling: Ruling, language: str, *, names: bool) -> list[Path]:
        """Write those that were asked for, and say which."""
        written = []
        for path, paper in ((self.appeal_form, as_appeal_form), (self.decision, as_decision)):
            if path is None:
                continue
            if path.suffix.lower() == ".pdf":
                write_bytes(path, printed(paper(ruling, language, names=names, inline=True)))
            else:
                write_text(path, paper(ruling, language, names=names))
            written.append(path)
        if self.scorer is not None:
            rows = self.scorer.suffix.lower() == ".csv"
            write_text(self.scorer, as_scorer_csv(ruling) if rows else as_scorer_lines(ruling, language))
            written.append(self.scorer)
        return written

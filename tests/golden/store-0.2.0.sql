-- The tables of a store as version 0.2.0 made them.
CREATE TABLE kept (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
CREATE TABLE guests (owner TEXT PRIMARY KEY, let_in REAL NOT NULL) STRICT;
CREATE TABLE drafts (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, version INTEGER NOT NULL, title TEXT NOT NULL,
  changed REAL NOT NULL
) STRICT;
CREATE INDEX drafts_of ON drafts (owner, changed);
CREATE TABLE versions (
  draft TEXT NOT NULL REFERENCES drafts (id) ON DELETE CASCADE, version INTEGER NOT NULL, toml TEXT NOT NULL,
  changed REAL NOT NULL, PRIMARY KEY (draft, version)
) STRICT;
CREATE TABLE leaves (
  draft TEXT NOT NULL, version INTEGER NOT NULL, leaf TEXT NOT NULL, PRIMARY KEY (draft, version),
  FOREIGN KEY (draft, version) REFERENCES versions (draft, version) ON DELETE CASCADE
) STRICT;
CREATE TABLE steps (
  draft TEXT NOT NULL, version INTEGER NOT NULL, tables TEXT NOT NULL, PRIMARY KEY (draft, version),
  FOREIGN KEY (draft, version) REFERENCES versions (draft, version) ON DELETE CASCADE
) STRICT;
CREATE TABLE unfinished (
  draft TEXT NOT NULL REFERENCES drafts (id) ON DELETE CASCADE, place TEXT NOT NULL, text TEXT NOT NULL,
  leaf TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (draft, place)
) STRICT;
CREATE TABLE jobs (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, draft TEXT, task TEXT NOT NULL, given TEXT NOT NULL, digest TEXT NOT NULL,
  state TEXT NOT NULL, step TEXT NOT NULL DEFAULT '', counted INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,
  made REAL NOT NULL, answer BLOB
) STRICT;
CREATE INDEX jobs_of ON jobs (owner, digest);
CREATE TABLE surveys (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, draft TEXT NOT NULL, kind TEXT NOT NULL, about TEXT NOT NULL,
  given TEXT NOT NULL, open INTEGER NOT NULL, made REAL NOT NULL
) STRICT;
CREATE INDEX surveys_of ON surveys (owner, draft);
CREATE TABLE closings (
  survey TEXT PRIMARY KEY REFERENCES surveys (id) ON DELETE CASCADE, closed REAL NOT NULL, asked INTEGER
) STRICT;
CREATE TABLE voices (
  id TEXT PRIMARY KEY, survey TEXT NOT NULL, visitor TEXT NOT NULL, answer TEXT NOT NULL, made REAL NOT NULL
) STRICT;
CREATE INDEX voices_of ON voices (survey, made);
CREATE TABLE members (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, made REAL NOT NULL, left REAL
) STRICT;
CREATE TABLE invitations (
  digest TEXT PRIMARY KEY, member TEXT NOT NULL REFERENCES members (id), until REAL NOT NULL
) STRICT;
CREATE TABLE sessions (
  owner TEXT PRIMARY KEY, member TEXT NOT NULL REFERENCES members (id), seen REAL NOT NULL
) STRICT;
CREATE TABLE trail (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, member TEXT NOT NULL REFERENCES members (id), deed TEXT NOT NULL,
  draft TEXT NOT NULL, version INTEGER NOT NULL, found TEXT NOT NULL
) STRICT;
CREATE INDEX trail_of ON trail (draft);
CREATE TABLE askers (
  job TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE, member TEXT NOT NULL
) STRICT;

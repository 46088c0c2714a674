/** SQLite's application id of our files, the letters `CvAI`: it marks a file as a store of this server. */
export const APPLICATION_ID = 0x43764149;

/** Version of the tables below. The server refuses a file with a later version. */
export const SCHEMA_VERSION = 2;

/** What makes the tables of the next version, by version. Each keeps everything that the tables have. */
export const MIGRATIONS: Readonly<Record<number, string>> = {
  // Chats are listed by their number instead of their time.
  1: `
    DROP INDEX chats_listed;
    DROP INDEX chats_listed_by_favorite;
    CREATE INDEX chats_listed ON chats (credential_id, number DESC) WHERE is_deleted = 0;
    CREATE INDEX chats_listed_by_favorite ON chats (credential_id, is_favorite, number DESC)
      WHERE is_deleted = 0;
  `,
};

/**
 * The tables of a store.
 *
 * Text of a person or a model is stored as JSON text: SQLite cannot store lone surrogates, and JSON escapes them, so each text is
 * read back unchanged. Numbers that a request can choose freely are REAL, because JSON numbers are: INTEGER would refuse some and
 * return others out of range. Triggers maintain the totals, because counting a million chats takes 50 ms.
 */
export const SCHEMA = `
-- number: orders the chats by creation. created_at cannot, because the machine's clock may go back.
CREATE TABLE chats (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  credential_id TEXT,
  user_id INTEGER NOT NULL,
  name TEXT,
  is_favorite INTEGER NOT NULL CHECK (is_favorite IN (0, 1)),
  permission_mode TEXT NOT NULL,
  model_id REAL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
  turn_total INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX chats_listed ON chats (credential_id, number DESC) WHERE is_deleted = 0;
CREATE INDEX chats_listed_by_favorite ON chats (credential_id, is_favorite, number DESC)
  WHERE is_deleted = 0;

CREATE TABLE chat_totals (
  credential_id TEXT NOT NULL,
  is_favorite INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (credential_id, is_favorite)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER chat_created AFTER INSERT ON chats WHEN NEW.is_deleted = 0 AND NEW.credential_id IS NOT NULL
BEGIN
  INSERT INTO chat_totals VALUES (NEW.credential_id, NEW.is_favorite, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER chat_left AFTER UPDATE OF is_favorite, is_deleted ON chats
  WHEN OLD.is_deleted = 0 AND OLD.credential_id IS NOT NULL
BEGIN
  UPDATE chat_totals SET total = total - 1
    WHERE credential_id = OLD.credential_id AND is_favorite = OLD.is_favorite;
END;
CREATE TRIGGER chat_entered AFTER UPDATE OF is_favorite, is_deleted ON chats
  WHEN NEW.is_deleted = 0 AND NEW.credential_id IS NOT NULL
BEGIN
  INSERT INTO chat_totals VALUES (NEW.credential_id, NEW.is_favorite, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;

-- status, content and outcome are null while the turn is open; turn_pieces has its text until then.
CREATE TABLE turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chat_id TEXT NOT NULL REFERENCES chats (id),
  credential_id TEXT,
  user_id INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  key TEXT,
  fingerprint TEXT,
  prompt TEXT NOT NULL,
  metadata TEXT,
  agents TEXT,
  created_at INTEGER NOT NULL,
  status TEXT CHECK (status IN ('completed', 'cancelled', 'error')),
  content TEXT,
  outcome TEXT,
  CHECK ((status IS NULL) = (content IS NULL) AND (status IS NULL) = (outcome IS NULL))
) STRICT;
CREATE INDEX turns_of_chat ON turns (chat_id, id);
CREATE INDEX turns_open ON turns (status, chat_id, id) WHERE status IS NULL;
CREATE UNIQUE INDEX turns_by_key ON turns (credential_id, key) WHERE key IS NOT NULL;
CREATE INDEX turns_keyed ON turns (created_at) WHERE key IS NOT NULL;
CREATE TRIGGER turn_begun AFTER INSERT ON turns
BEGIN
  UPDATE chats SET turn_total = turn_total + 1 WHERE id = NEW.chat_id;
END;

-- number: orders the pieces of a turn.
CREATE TABLE turn_pieces (
  number INTEGER PRIMARY KEY,
  turn_id INTEGER NOT NULL REFERENCES turns (id),
  text TEXT NOT NULL
) STRICT;
CREATE INDEX pieces_of_turn ON turn_pieces (turn_id, number);

CREATE TABLE interactions (
  id TEXT PRIMARY KEY,
  turn_id INTEGER NOT NULL REFERENCES turns (id),
  chat_id TEXT NOT NULL,
  credential_id TEXT,
  kind TEXT NOT NULL,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX interactions_of_turn ON interactions (turn_id);

CREATE TABLE skills (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  instructions TEXT NOT NULL,
  icon TEXT NOT NULL,
  level TEXT NOT NULL,
  visibility TEXT NOT NULL,
  workspace_id REAL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL,
  is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1))
) STRICT;

CREATE TABLE skill_shares (
  skill_id INTEGER NOT NULL REFERENCES skills (id),
  position INTEGER NOT NULL,
  user_id REAL NOT NULL,
  PRIMARY KEY (skill_id, position)
) STRICT, WITHOUT ROWID;

-- Who sees which skill. skill-audience.ts makes the names of the audiences.
CREATE TABLE skill_audience (
  audience TEXT NOT NULL,
  skill_id INTEGER NOT NULL REFERENCES skills (id),
  PRIMARY KEY (audience, skill_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX audiences_of_skill ON skill_audience (skill_id);
CREATE TABLE audience_totals (
  audience TEXT PRIMARY KEY,
  total INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER audience_gained AFTER INSERT ON skill_audience
BEGIN
  INSERT INTO audience_totals VALUES (NEW.audience, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER audience_lost AFTER DELETE ON skill_audience
BEGIN
  UPDATE audience_totals SET total = total - 1 WHERE audience = OLD.audience;
END;
`;

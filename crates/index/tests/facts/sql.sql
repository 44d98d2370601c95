-- A store.
CREATE TABLE store (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
);

CREATE VIEW recent AS SELECT id FROM store WHERE id > 3;
CREATE INDEX store_name ON store (name);

CREATE FUNCTION total(a INTEGER) RETURNS INTEGER AS $$
  SELECT count(a) FROM store;
$$ LANGUAGE SQL;

SELECT lower(name) FROM store;

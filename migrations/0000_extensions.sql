-- Misspelt words are found by the groups of three letters that they share with the right ones.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE "last_backup" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"made_at" timestamp with time zone,
	"made_by" text,
	"alerted_at" timestamp with time zone,
	CONSTRAINT "last_backup_one_row" CHECK ("last_backup"."id" = 1),
	CONSTRAINT "last_backup_by" CHECK (("last_backup"."made_at" is null) = ("last_backup"."made_by" is null))
);

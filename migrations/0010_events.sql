CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"last_error" text,
	"handled_at" timestamp with time zone,
	CONSTRAINT "events_tries" CHECK ("events"."tries" >= 0)
);
--> statement-breakpoint
CREATE INDEX "events_due" ON "events" USING btree ("next_try_at") WHERE "events"."handled_at" is null and "events"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "events_handled" ON "events" USING btree ("handled_at") WHERE "events"."handled_at" is not null;
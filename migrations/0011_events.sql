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
CREATE TABLE "notification_recipients" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"kinds" text[],
	"quiet_from" integer,
	"quiet_until" integer,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "notification_recipients_quiet" CHECK (("notification_recipients"."quiet_from" is null) = ("notification_recipients"."quiet_until" is null)
        and "notification_recipients"."quiet_from" between 0 and 23 and "notification_recipients"."quiet_until" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" bigint NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"email_id" uuid,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_due" ON "events" USING btree ("next_try_at") WHERE "events"."handled_at" is null and "events"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "events_handled" ON "events" USING btree ("handled_at") WHERE "events"."handled_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("event_id","staff_id");--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("staff_id","due_at") WHERE "notifications"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
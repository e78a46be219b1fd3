CREATE TABLE "codes_sent" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "codes_sent_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "codes_sent_to" ON "codes_sent" USING btree ("name","at");--> statement-breakpoint
CREATE INDEX "codes_sent_at" ON "codes_sent" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_until" ON "outbox" USING btree ("until") WHERE "outbox"."until" is not null;
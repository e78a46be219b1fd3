CREATE TABLE "known_devices" (
	"device_hmac" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"entry_point" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_entry_point" CHECK ("known_devices"."entry_point" in ('shop', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "sign_in_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"entry_point" text DEFAULT 'shop' NOT NULL,
	"request_hash" text NOT NULL,
	"code_hmac" text,
	"link_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"tries_by_email" integer,
	"sent_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "sign_in_requests_entry_point" CHECK ("sign_in_requests"."entry_point" in ('shop', 'admin')),
	CONSTRAINT "sign_in_requests_tries" CHECK ("sign_in_requests"."tries" between 0 and 5 and "sign_in_requests"."tries_by_email" between 0 and 5),
	CONSTRAINT "sign_in_requests_by_email" CHECK ("sign_in_requests"."code_hmac" is not null or "sign_in_requests"."tries_by_email" is null)
);
--> statement-breakpoint
INSERT INTO "sign_in_requests" ("email", "entry_point", "request_hash", "code_hmac", "link_hash", "tries_by_email", "sent_at", "ends_at")
	SELECT "email", "entry_point", encode(sha256(gen_random_uuid()::text::bytea), 'hex'), "code_hmac", encode(sha256(gen_random_uuid()::text::bytea), 'hex'), "tries", "sent_at", "ends_at" FROM "sign_in_codes";--> statement-breakpoint
DROP TABLE "sign_in_codes" CASCADE;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "new_totp_secret" text;--> statement-breakpoint
ALTER TABLE "codes_sent" ADD COLUMN "link_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "known_devices_of" ON "known_devices" USING btree ("email","entry_point","used_at");--> statement-breakpoint
CREATE INDEX "known_devices_ended" ON "known_devices" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_requests_link" ON "sign_in_requests" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "sign_in_requests_of" ON "sign_in_requests" USING btree ("email","entry_point","sent_at");--> statement-breakpoint
CREATE INDEX "sign_in_requests_ended" ON "sign_in_requests" USING btree ("ends_at");
ALTER TABLE "outbox" ADD COLUMN "attachment_id" uuid;--> statement-breakpoint
CREATE INDEX "outbox_attachment" ON "outbox" USING btree ("attachment_id") WHERE "outbox"."attachment_id" is not null;
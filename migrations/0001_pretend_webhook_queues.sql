ALTER TABLE "pretend_bank_webhooks" RENAME COLUMN "due_at" TO "next_try_at";--> statement-breakpoint
ALTER TABLE "pretend_courier_webhooks" RENAME COLUMN "due_at" TO "next_try_at";--> statement-breakpoint
DROP INDEX "pretend_bank_webhooks_due";--> statement-breakpoint
DROP INDEX "pretend_courier_webhooks_due";--> statement-breakpoint
ALTER TABLE "pretend_bank_webhooks" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pretend_bank_webhooks" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "pretend_courier_webhooks" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pretend_courier_webhooks" ADD COLUMN "last_error" text;--> statement-breakpoint
CREATE INDEX "pretend_bank_webhooks_due" ON "pretend_bank_webhooks" USING btree ("next_try_at") WHERE "pretend_bank_webhooks"."sent_at" is null and "pretend_bank_webhooks"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "pretend_courier_webhooks_due" ON "pretend_courier_webhooks" USING btree ("next_try_at") WHERE "pretend_courier_webhooks"."sent_at" is null and "pretend_courier_webhooks"."failed_at" is null;
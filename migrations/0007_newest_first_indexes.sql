DROP INDEX "audit_log_subject";--> statement-breakpoint
DROP INDEX "audit_log_of";--> statement-breakpoint
DROP INDEX "import_jobs_newest";--> statement-breakpoint
DROP INDEX "orders_of_customer";--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
DROP INDEX "reviews_of_product";--> statement-breakpoint
DROP INDEX "reviews_to_show";--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_of" ON "audit_log" USING btree ("staff_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "import_jobs_newest" ON "import_jobs" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_of_customer" ON "orders" USING btree ("customer_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("placed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."placed_at" is not null;--> statement-breakpoint
CREATE INDEX "reviews_of_product" ON "reviews" USING btree ("product_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reviews_to_show" ON "reviews" USING btree ("created_at" DESC NULLS FIRST) WHERE approved_at is not null and text is not null;
DROP INDEX "csv_jobs_open";--> statement-breakpoint
CREATE UNIQUE INDEX "csv_jobs_one_running" ON "csv_jobs" USING btree ("state") WHERE "csv_jobs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "outbox_parked" ON "outbox" USING btree ("parked_at") WHERE "outbox"."parked_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_inbox_parked" ON "webhook_inbox" USING btree ("parked_at") WHERE "webhook_inbox"."parked_at" is not null;
--> statement-breakpoint
-- An invoice or a credit note that was issued stays as it was issued: the tax office, and whoever has it in their hands, go by it.
CREATE FUNCTION refuse_change_of_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an invoice that was issued stays as it is' USING ERRCODE = 'check_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON "invoices"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_invoice();

ALTER TABLE "orders" ADD COLUMN "superseded_reason" text;--> statement-breakpoint
-- Until now the reason was told by a note in the order's history.
UPDATE "orders" SET "superseded_reason" = CASE WHEN EXISTS (
    SELECT 1 FROM "order_history" WHERE "order_history"."order_id" = "orders"."id" AND "order_history"."note" = 'begun anew'
  ) THEN 'new-order' ELSE 'cancelled' END
  WHERE "superseded_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_superseded" CHECK (("orders"."superseded_at" is null) = ("orders"."superseded_reason" is null)
        and "orders"."superseded_reason" in ('new-order', 'cancelled'));
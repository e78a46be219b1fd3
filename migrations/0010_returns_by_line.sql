CREATE TABLE "return_lines" (
	"return_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"approved" boolean,
	"accepted" boolean,
	"resellable" boolean,
	CONSTRAINT "return_lines_return_id_position_pk" PRIMARY KEY("return_id","position"),
	CONSTRAINT "return_lines_quantity" CHECK ("return_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "return_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"return_id" uuid,
	"file" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"is_claim" boolean NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"question" text,
	"answer" text,
	"decided_at" timestamp with time zone,
	"decision" text,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "return_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "refunded_before_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "returnable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "cancellable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "order_units" ADD COLUMN "inspected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_units" ADD COLUMN "return_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancelled_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_photos_of_order" ON "return_photos" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "return_photos_unclaimed" ON "return_photos" USING btree ("created_at") WHERE "return_photos"."return_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "returns_one_open" ON "returns" USING btree ("order_id") WHERE "returns"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "returns_of_order" ON "returns" USING btree ("order_id","requested_at");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_units" ADD CONSTRAINT "order_units_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_for_a_return" ON "invoices" USING btree ("return_id") WHERE "invoices"."return_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_for_a_cause" ON "invoices" USING btree ("order_id","cause") WHERE "invoices"."cause" in ('cancelled', 'undelivered');--> statement-breakpoint
-- Returns were of whole orders. Each becomes a return of all lines; it is closed if it was declined or inspected.
INSERT INTO "returns" ("order_id", "reason", "note", "is_claim", "requested_at", "decided_at", "decision", "closed_at")
  SELECT former.order_id, former.reason, former.note,
    former.reason IN ('It arrived damaged or flawed', 'It is not what I ordered'),
    former.requested_at, former.decided_at, former.decision,
    CASE WHEN former.approved = false THEN former.decided_at
      WHEN former.resellable IS NOT NULL THEN (SELECT max(at) FROM order_history WHERE order_id = former.order_id) END
  FROM "order_returns" AS former ORDER BY former.requested_at;
--> statement-breakpoint
INSERT INTO "return_lines" ("return_id", "position", "quantity", "approved", "accepted", "resellable")
  SELECT returns.id, line.position, line.quantity, former.approved,
    CASE WHEN former.resellable IS NOT NULL THEN orders.state = 'refunded' END, former.resellable
  FROM "returns" JOIN "order_returns" AS former ON former.order_id = returns.order_id
    JOIN "orders" ON orders.id = returns.order_id JOIN "order_lines" AS line ON line.order_id = returns.order_id;
--> statement-breakpoint
UPDATE "order_units" SET "return_id" = returns.id FROM "returns" WHERE returns.order_id = order_units.order_id;--> statement-breakpoint
UPDATE "order_units" SET "inspected_at" = coalesce("restocked_at", (SELECT max(at) FROM order_history WHERE order_id = order_units.order_id))
  WHERE "state" IN ('returned', 'returned_to_seller', 'refunded') AND ("state" = 'refunded' OR "restocked_at" IS NOT NULL
    OR EXISTS (SELECT 1 FROM "return_lines" WHERE return_lines.return_id = order_units.return_id AND "resellable" IS NOT NULL));
--> statement-breakpoint
DROP TABLE "order_returns";--> statement-breakpoint
ALTER TABLE "invoices" DISABLE TRIGGER USER;--> statement-breakpoint
-- Each refund of an invoiced order had a credit note, so the rest of the refunds was sent before the invoice. The refund of a second
-- payment, of which the sum of the receipts exceeds the total, needs no note.
UPDATE "invoices" SET "cause" = 'refund' WHERE "kind" = 'credit-note';--> statement-breakpoint
UPDATE "invoices" SET "refunded_before_paise" = greatest(0, coalesce((
    SELECT sum(refund.amount_paise) FROM "refunds" AS refund JOIN "receipts" AS receipt ON receipt.id = refund.receipt_id
      JOIN "payments" AS payment ON payment.id = receipt.payment_id WHERE payment.reference = invoices.order_id::text
  ), 0) - coalesce((
    SELECT sum(note.total_paise) FROM "invoices" AS note WHERE note.order_id = invoices.order_id AND note.kind = 'credit-note'
  ), 0) - greatest(0, coalesce((
    SELECT sum(receipt.amount_paise) FROM "receipts" AS receipt JOIN "payments" AS payment ON payment.id = receipt.payment_id
      WHERE payment.reference = invoices.order_id::text
  ), 0) - (SELECT total_paise FROM "orders" WHERE orders.id = invoices.order_id))) WHERE "kind" = 'invoice';
--> statement-breakpoint
ALTER TABLE "invoices" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_cause" CHECK (case "invoices"."kind" when 'invoice' then "invoices"."cause" is null
        else "invoices"."cause" is not null and "invoices"."cause" in ('cancelled', 'undelivered', 'returned', 'refund') end
        and ("invoices"."refund_id" is not null) = ("invoices"."cause" is not distinct from 'refund')
        and ("invoices"."return_id" is not null) = ("invoices"."cause" is not distinct from 'returned'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancelled" CHECK ("orders"."cancelled_paise" between 0 and "orders"."subtotal_paise");--> statement-breakpoint
DROP INDEX "shipments_one_each_way";--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_one_open_each_way" ON "shipments" USING btree ("reference","direction") WHERE "shipments"."cancelled_at" is null and ("shipments"."direction" = 'out' or "shipments"."step" is distinct from 'delivered');

CREATE TABLE "courier_inbox" (
	"courier" text NOT NULL,
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"handled_at" timestamp with time zone,
	"parked_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "courier_inbox_courier_event_id_pk" PRIMARY KEY("courier","event_id")
);
--> statement-breakpoint
CREATE TABLE "courier_tokens" (
	"courier" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"refresh_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pretend_courier_news" (
	"id" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pretend_parcels" (
	"awb" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"direction" text NOT NULL,
	"step" text NOT NULL,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment_scans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_scans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shipment_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"step" text,
	"code" text,
	"words" text NOT NULL,
	"place" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"direction" text NOT NULL,
	"courier" text NOT NULL,
	"parcel" jsonb NOT NULL,
	"step" text,
	"carrier" text,
	"awb" text,
	"track_url" text,
	"label_url" text,
	"courier_order_id" text,
	"courier_shipment_id" text,
	"expected_on" date,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"booked_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"parked_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "shipments_direction" CHECK ("shipments"."direction" in ('out', 'back')),
	CONSTRAINT "shipments_courier" CHECK ("shipments"."courier" in ('manual', 'pretend', 'shiprocket'))
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"series" text NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"total_paise" bigint NOT NULL,
	"refund_id" uuid,
	"document" jsonb NOT NULL,
	CONSTRAINT "invoices_kind" CHECK ("invoices"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "invoices_total" CHECK ("invoices"."total_paise" > 0),
	CONSTRAINT "invoices_short" CHECK (length("invoices"."number") <= 16)
);
--> statement-breakpoint
CREATE TABLE "order_moves" (
	"from" text NOT NULL,
	"to" text NOT NULL,
	CONSTRAINT "order_moves_from_to_pk" PRIMARY KEY("from","to")
);
--> statement-breakpoint
CREATE TABLE "order_returns" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"approved" boolean,
	"decision" text,
	"sound" boolean
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "restocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "private_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "shipment_scans" ADD CONSTRAINT "shipment_scans_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_series_invoice_series_series_fk" FOREIGN KEY ("series") REFERENCES "public"."invoice_series"("series") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courier_inbox_due" ON "courier_inbox" USING btree ("next_try_at") WHERE "courier_inbox"."handled_at" is null and "courier_inbox"."parked_at" is null;--> statement-breakpoint
CREATE INDEX "pretend_courier_news_due" ON "pretend_courier_news" USING btree ("due_at") WHERE "pretend_courier_news"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pretend_parcels_number" ON "pretend_parcels" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_scans_once" ON "shipment_scans" USING btree ("shipment_id","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_number" ON "shipments" USING btree (("parcel" ->> 'number'));--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_one_each_way" ON "shipments" USING btree ("reference","direction") WHERE "shipments"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "shipments_of_reference" ON "shipments" USING btree ("reference","created_at");--> statement-breakpoint
CREATE INDEX "shipments_awb" ON "shipments" USING btree ("awb");--> statement-breakpoint
CREATE INDEX "shipments_due" ON "shipments" USING btree ("next_try_at") WHERE "shipments"."next_try_at" is not null and "shipments"."parked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_serial" ON "invoices" USING btree ("series","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_for_an_order" ON "invoices" USING btree ("order_id") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_for_a_refund" ON "invoices" USING btree ("refund_id") WHERE "invoices"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_of_order" ON "invoices" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("placed_at" DESC NULLS LAST,"id") WHERE "orders"."placed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","placed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_of_customer" ON "reviews" USING btree ("customer_id","product_id");
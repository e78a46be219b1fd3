CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hsn_prefix" text NOT NULL,
	"rate" integer NOT NULL,
	"above_paise" bigint,
	"up_to_paise" bigint,
	"from" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate" between 0 and 10000),
	CONSTRAINT "tax_rates_prefix" CHECK ("tax_rates"."hsn_prefix" ~ '^[0-9]{2,8}$')
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"actor" text NOT NULL,
	"note" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"variant_id" text NOT NULL,
	"name" text NOT NULL,
	"size_label" text,
	"image" text,
	"mrp_paise" bigint,
	"price_paise" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"hsn" text,
	"tax_rate" integer,
	"tax_paise" bigint NOT NULL,
	CONSTRAINT "order_lines_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_lines_count" CHECK ("order_lines"."quantity" > 0 and "order_lines"."price_paise" > 0),
	CONSTRAINT "order_lines_tax" CHECK ("order_lines"."tax_paise" between 0 and "order_lines"."price_paise" * "order_lines"."quantity")
);
--> statement-breakpoint
CREATE TABLE "order_requests" (
	"customer_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_requests_customer_id_key_pk" PRIMARY KEY("customer_id","key")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text DEFAULT 'TB' || nextval('order_numbers') NOT NULL,
	"customer_id" uuid,
	"state" text NOT NULL,
	"payment_method" text NOT NULL,
	"subtotal_paise" bigint NOT NULL,
	"shipping_paise" bigint NOT NULL,
	"tax_paise" bigint DEFAULT 0 NOT NULL,
	"total_paise" bigint NOT NULL,
	"ship_to" jsonb NOT NULL,
	"cart_version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"placed_at" timestamp with time zone,
	"promised_by" date,
	"superseded_at" timestamp with time zone,
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('pending_payment', 'expired', 'placed', 'packed', 'out_for_pickup', 'shipped', 'out_for_delivery',
        'delivered', 'cancelled', 'return_requested', 'return_approved', 'return_rejected', 'return_picked', 'returned',
        'refunded', 'rto', 'returned_to_seller')),
	CONSTRAINT "orders_method" CHECK ("orders"."payment_method" in ('COD', 'Online')),
	CONSTRAINT "orders_sum" CHECK ("orders"."subtotal_paise" > 0 and "orders"."shipping_paise" >= 0 and "orders"."tax_paise" >= 0
        and "orders"."total_paise" = "orders"."subtotal_paise" + "orders"."shipping_paise" + "orders"."tax_paise"),
	CONSTRAINT "orders_placed" CHECK ("orders"."placed_at" is not null or "orders"."state" in ('pending_payment', 'expired')),
	CONSTRAINT "orders_cash_never_pends" CHECK ("orders"."payment_method" = 'Online' or "orders"."state" not in ('pending_payment', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "pretend_bank_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"receipt" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pretend_bank_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"state" text NOT NULL,
	"refunded_paise" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settles_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pretend_bank_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"provider" text NOT NULL,
	"provider_order_id" text,
	"amount_paise" bigint NOT NULL,
	"currency" text DEFAULT 'INR' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ask_at" timestamp with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipts_amount" CHECK ("receipts"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"receipt_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"provider_refund_id" text,
	"sent_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"parked_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_inbox" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"handled_at" timestamp with time zone,
	"parked_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "webhook_inbox_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"holder" text NOT NULL,
	"owner" text NOT NULL,
	"variant_id" text NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "holds_holder_variant_id_pk" PRIMARY KEY("holder","variant_id"),
	CONSTRAINT "holds_count" CHECK ("holds"."count" > 0)
);
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pretend_bank_payments" ADD CONSTRAINT "pretend_bank_payments_order_id_pretend_bank_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pretend_bank_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_variant_id_shelf_variant_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."shelf"("variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_once" ON "tax_rates" USING btree ("hsn_prefix","from","rate");--> statement-breakpoint
CREATE INDEX "order_history_of_order" ON "order_history" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_lines_of_product" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_requests_at" ON "order_requests" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE INDEX "orders_of_customer" ON "orders" USING btree ("customer_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("expires_at") WHERE "orders"."state" = 'pending_payment';--> statement-breakpoint
CREATE UNIQUE INDEX "pretend_bank_orders_receipt" ON "pretend_bank_orders" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "pretend_bank_payments_of_order" ON "pretend_bank_payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "pretend_bank_webhooks_due" ON "pretend_bank_webhooks" USING btree ("due_at") WHERE "pretend_bank_webhooks"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_order" ON "payments" USING btree ("provider","provider_order_id");--> statement-breakpoint
CREATE INDEX "payments_ask_at" ON "payments" USING btree ("ask_at") WHERE "payments"."ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_once" ON "receipts" USING btree ("provider","provider_payment_id");--> statement-breakpoint
CREATE INDEX "receipts_of_payment" ON "receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_of_receipt" ON "refunds" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."sent_at" is null and "refunds"."parked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider" ON "refunds" USING btree ("provider_refund_id");--> statement-breakpoint
CREATE INDEX "webhook_inbox_due" ON "webhook_inbox" USING btree ("next_try_at") WHERE "webhook_inbox"."handled_at" is null and "webhook_inbox"."parked_at" is null;--> statement-breakpoint
CREATE INDEX "holds_of_variant" ON "holds" USING btree ("variant_id","owner");--> statement-breakpoint
CREATE INDEX "holds_of_owner" ON "holds" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "holds_until" ON "holds" USING btree ("until");--> statement-breakpoint
CREATE INDEX "stock_movements_by_reference" ON "stock_movements" USING btree ("reference") WHERE "stock_movements"."reference" is not null;
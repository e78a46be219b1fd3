-- Misspelt search words are matched by the trigrams that they share with known ones.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	"email" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "import_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"file_name" text NOT NULL,
	"file" "bytea",
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "import_jobs_kind" CHECK ("import_jobs"."kind" in ('products', 'orders')),
	CONSTRAINT "import_jobs_state" CHECK ("import_jobs"."state" in ('checking', 'checked', 'running', 'done', 'failed', 'cancelled')),
	CONSTRAINT "import_jobs_done" CHECK ("import_jobs"."done" between 0 and "import_jobs"."total")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"totp_secret" text,
	"totp_confirmed_at" timestamp with time zone,
	"last_totp_step" bigint,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "staff_email_lower" CHECK ("staff"."email" = lower("staff"."email")),
	CONSTRAINT "staff_role" CHECK ("staff"."role" in ('owner', 'staff')),
	CONSTRAINT "staff_factor" CHECK ("staff"."totp_confirmed_at" is null or "staff"."totp_secret" is not null),
	CONSTRAINT "staff_failures" CHECK ("staff"."failures" >= 0)
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"factor_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_sessions_tries" CHECK ("staff_sessions"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"variant_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"seen_price_paise" bigint NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_lines_quantity" CHECK ("cart_lines"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "cart_merges" (
	"customer_id" uuid NOT NULL,
	"key" text NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_merges_customer_id_key_pk" PRIMARY KEY("customer_id","key")
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"word" text DEFAULT '' NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"img" text,
	"link" text,
	"display" text DEFAULT 'flat' NOT NULL,
	"selvedge" text DEFAULT 'temple' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categories_slug_plain" CHECK ("categories"."slug" ~ '^[^/?#% ]+$')
);
--> statement-breakpoint
CREATE TABLE "crafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "crafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"word" text DEFAULT '' NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"selvedge" text
);
--> statement-breakpoint
CREATE TABLE "fabrics" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fabrics_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"word" text DEFAULT '' NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"selvedge" text
);
--> statement-breakpoint
CREATE TABLE "product_crafts" (
	"product_id" text NOT NULL,
	"craft_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_crafts_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_crafts_five" CHECK ("product_crafts"."position" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "product_fabrics" (
	"product_id" text NOT NULL,
	"fabric_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_fabrics_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_fabrics_five" CHECK ("product_fabrics"."position" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	"file" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"colour" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "product_images_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_images_four" CHECK ("product_images"."position" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"category_id" text NOT NULL,
	"name" text NOT NULL,
	"price_paise" bigint NOT NULL,
	"mrp_paise" bigint,
	"colour" text,
	"colour_family" text,
	"type" text,
	"pattern" text,
	"attributes" jsonb NOT NULL,
	"video" text,
	"published" boolean DEFAULT true NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"search" "tsvector" NOT NULL,
	CONSTRAINT "products_archived_unpublished" CHECK ("products"."archived_at" is null or not "products"."published"),
	CONSTRAINT "products_price_positive" CHECK ("products"."price_paise" > 0),
	CONSTRAINT "products_mrp_at_least_price" CHECK ("products"."mrp_paise" >= "products"."price_paise"),
	CONSTRAINT "products_ratings" CHECK ("products"."rating_count" >= 0 and "products"."rating_sum" between "products"."rating_count" and "products"."rating_count" * 5),
	CONSTRAINT "products_video_real" CHECK ("products"."video" is null or trim("products"."video") not in ('', 'null', 'undefined'))
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"product_count" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"label" text,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"placement" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text,
	"slides" jsonb NOT NULL,
	CONSTRAINT "banners_placement" CHECK ("banners"."placement" in ('first', 'second', 'handwoven')),
	CONSTRAINT "banners_five_slides" CHECK (jsonb_array_length("banners"."slides") between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"slug" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"word" text NOT NULL,
	"intro" text NOT NULL,
	"img" text,
	"img_alt" text DEFAULT '' NOT NULL,
	"sections" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"hours" text NOT NULL,
	"map_url" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tiles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	"link" text NOT NULL,
	"img" text NOT NULL,
	"colour" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"video_url" text NOT NULL,
	"webm_url" text,
	"poster" text,
	"alt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codes_sent" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "codes_sent_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"google_sub" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"apartment" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"pincode" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_email_lower" CHECK ("customers"."email" = lower("customers"."email")),
	CONSTRAINT "customers_gender" CHECK ("customers"."gender" in ('', 'Male', 'Female', 'Other'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"email" text NOT NULL,
	"entry_point" text DEFAULT 'shop' NOT NULL,
	"code_hmac" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_codes_of" PRIMARY KEY("email","entry_point"),
	CONSTRAINT "sign_in_codes_entry_point" CHECK ("sign_in_codes"."entry_point" in ('shop', 'admin')),
	CONSTRAINT "sign_in_codes_tries" CHECK ("sign_in_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"to" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text,
	"expires_at" timestamp with time zone,
	CONSTRAINT "outbox_tries" CHECK ("outbox"."tries" >= 0),
	CONSTRAINT "outbox_one_end" CHECK ("outbox"."sent_at" is null or "outbox"."failed_at" is null)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"bucket" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_limits_count" CHECK ("rate_limits"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "message_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_replies_length" CHECK (char_length("message_replies"."text") between 1 and 8000)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"product_id" text,
	"status" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status_at" timestamp with time zone,
	CONSTRAINT "messages_status" CHECK ("messages"."status" in ('new', 'answered', 'closed')),
	CONSTRAINT "messages_lengths" CHECK (char_length("messages"."name") <= 120 and char_length("messages"."message") <= 4000)
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL
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
CREATE TABLE "order_returns" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"approved" boolean,
	"decision" text,
	"resellable" boolean
);
--> statement-breakpoint
CREATE TABLE "order_transitions" (
	"from" text NOT NULL,
	"to" text NOT NULL,
	CONSTRAINT "order_transitions_from_to_pk" PRIMARY KEY("from","to")
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
	"delivered_at" timestamp with time zone,
	"restocked_at" timestamp with time zone,
	"private_note" text DEFAULT '' NOT NULL,
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
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"provider" text NOT NULL,
	"provider_order_id" text,
	"amount_paise" bigint NOT NULL,
	"currency" text DEFAULT 'INR' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_paise" > 0)
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
	"failed_at" timestamp with time zone,
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
	"failed_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "webhook_inbox_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
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
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" text NOT NULL,
	"customer_id" uuid,
	"author_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"stars" integer NOT NULL,
	"text" text,
	"first_name" text NOT NULL,
	"city" text NOT NULL,
	"approved_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"reply" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "courier_inbox" (
	"courier" text NOT NULL,
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"handled_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "courier_inbox_courier_event_id_pk" PRIMARY KEY("courier","event_id")
);
--> statement-breakpoint
CREATE TABLE "courier_tokens" (
	"courier" text PRIMARY KEY NOT NULL,
	"encrypted" text NOT NULL,
	"refresh_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pretend_courier_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pretend_shipments" (
	"awb" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"direction" text NOT NULL,
	"step" text NOT NULL,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"direction" text NOT NULL,
	"courier" text NOT NULL,
	"details" jsonb NOT NULL,
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
	"failed_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "shipments_direction" CHECK ("shipments"."direction" in ('out', 'back')),
	CONSTRAINT "shipments_courier" CHECK ("shipments"."courier" in ('manual', 'pretend', 'shiprocket'))
);
--> statement-breakpoint
CREATE TABLE "tracking_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tracking_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shipment_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"step" text,
	"code" text,
	"description" text NOT NULL,
	"location" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"holder" text NOT NULL,
	"owner" text NOT NULL,
	"variant_id" text NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "holds_holder_variant_id_pk" PRIMARY KEY("holder","variant_id"),
	CONSTRAINT "holds_count" CHECK ("holds"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_levels" (
	"variant_id" text PRIMARY KEY NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_levels_never_oversold" CHECK ("stock_levels"."held" >= 0 and "stock_levels"."on_hand" >= "stock_levels"."held")
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"variant_id" text NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"reference" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_change_something" CHECK ("stock_movements"."change" <> 0)
);
--> statement-breakpoint
CREATE TABLE "wishlist_items" (
	"customer_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wishlist_items_customer_id_product_id_pk" PRIMARY KEY("customer_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "wishlist_shares" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"shared_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_jobs" ADD CONSTRAINT "import_jobs_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_customer_id_carts_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."carts"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_merges" ADD CONSTRAINT "cart_merges_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_crafts" ADD CONSTRAINT "product_crafts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_crafts" ADD CONSTRAINT "product_crafts_craft_id_crafts_id_fk" FOREIGN KEY ("craft_id") REFERENCES "public"."crafts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_fabrics" ADD CONSTRAINT "product_fabrics_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_fabrics" ADD CONSTRAINT "product_fabrics_fabric_id_fabrics_id_fk" FOREIGN KEY ("fabric_id") REFERENCES "public"."fabrics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_id_stock_levels_variant_id_fk" FOREIGN KEY ("id") REFERENCES "public"."stock_levels"("variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_series_invoice_series_series_fk" FOREIGN KEY ("series") REFERENCES "public"."invoice_series"("series") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pretend_bank_payments" ADD CONSTRAINT "pretend_bank_payments_order_id_pretend_bank_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."pretend_bank_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_events" ADD CONSTRAINT "tracking_events_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_variant_id_stock_levels_variant_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."stock_levels"("variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_variant_id_stock_levels_variant_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."stock_levels"("variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_shares" ADD CONSTRAINT "wishlist_shares_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_of" ON "audit_log" USING btree ("staff_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "import_jobs_newest" ON "import_jobs" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "import_jobs_one_running" ON "import_jobs" USING btree ("state") WHERE "import_jobs"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_sessions_token" ON "staff_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_sessions_of" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_ended" ON "staff_sessions" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_lines_once" ON "cart_lines" USING btree ("customer_id","variant_id");--> statement-breakpoint
CREATE INDEX "cart_lines_of_variant" ON "cart_lines" USING btree ("variant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_slug" ON "categories" USING btree (lower("slug"));--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "crafts_name" ON "crafts" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "fabrics_name" ON "fabrics" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "product_crafts_once" ON "product_crafts" USING btree ("craft_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_fabrics_once" ON "product_fabrics" USING btree ("fabric_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_number" ON "products" USING btree (upper("id"));--> statement-breakpoint
CREATE INDEX "products_of_category" ON "products" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "products_by_day" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree (lower("name"),"id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("price_paise","id") WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_like" ON "search_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "variants_of_product" ON "variants" USING btree ("product_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "variants_label_once" ON "variants" USING btree ("product_id",coalesce("label", ''));--> statement-breakpoint
CREATE INDEX "codes_sent_to" ON "codes_sent" USING btree ("name","at");--> statement-breakpoint
CREATE INDEX "codes_sent_at" ON "codes_sent" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_google" ON "customers" USING btree ("google_sub");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_of_customer" ON "sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_ended" ON "sign_in_codes" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "outbox_expires_at" ON "outbox" USING btree ("expires_at") WHERE "outbox"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_try_at") WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("failed_at") WHERE "outbox"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "rate_limits_ended" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "message_replies_of" ON "message_replies" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("created_at") WHERE "messages"."status" = 'new';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_serial" ON "invoices" USING btree ("series","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_for_an_order" ON "invoices" USING btree ("order_id") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_for_a_refund" ON "invoices" USING btree ("refund_id") WHERE "invoices"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_of_order" ON "invoices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_history_of_order" ON "order_history" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_lines_of_product" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_requests_at" ON "order_requests" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE INDEX "orders_of_customer" ON "orders" USING btree ("customer_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("placed_at" DESC NULLS LAST,"id") WHERE "orders"."placed_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","placed_at");--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("expires_at") WHERE "orders"."state" = 'pending_payment';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_order" ON "payments" USING btree ("provider","provider_order_id");--> statement-breakpoint
CREATE INDEX "payments_next_check_at" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pretend_bank_orders_receipt" ON "pretend_bank_orders" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "pretend_bank_payments_of_order" ON "pretend_bank_payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "pretend_bank_webhooks_due" ON "pretend_bank_webhooks" USING btree ("due_at") WHERE "pretend_bank_webhooks"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_once" ON "receipts" USING btree ("provider","provider_payment_id");--> statement-breakpoint
CREATE INDEX "receipts_of_payment" ON "receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_of_receipt" ON "refunds" USING btree ("receipt_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."sent_at" is null and "refunds"."failed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider" ON "refunds" USING btree ("provider_refund_id");--> statement-breakpoint
CREATE INDEX "webhook_inbox_due" ON "webhook_inbox" USING btree ("next_try_at") WHERE "webhook_inbox"."handled_at" is null and "webhook_inbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_inbox_failed" ON "webhook_inbox" USING btree ("failed_at") WHERE "webhook_inbox"."failed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_once" ON "tax_rates" USING btree ("hsn_prefix","from","rate");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_of_customer" ON "reviews" USING btree ("customer_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_each" ON "reviews" USING btree ("author_id","product_id");--> statement-breakpoint
CREATE INDEX "reviews_of_product" ON "reviews" USING btree ("product_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_to_show" ON "reviews" USING btree ("created_at" DESC NULLS LAST) WHERE approved_at is not null and text is not null;--> statement-breakpoint
CREATE INDEX "courier_inbox_due" ON "courier_inbox" USING btree ("next_try_at") WHERE "courier_inbox"."handled_at" is null and "courier_inbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "pretend_courier_webhooks_due" ON "pretend_courier_webhooks" USING btree ("due_at") WHERE "pretend_courier_webhooks"."sent_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pretend_shipments_number" ON "pretend_shipments" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_number" ON "shipments" USING btree (("details" ->> 'number'));--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_one_each_way" ON "shipments" USING btree ("reference","direction") WHERE "shipments"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "shipments_of_reference" ON "shipments" USING btree ("reference","created_at");--> statement-breakpoint
CREATE INDEX "shipments_awb" ON "shipments" USING btree ("awb");--> statement-breakpoint
CREATE INDEX "shipments_due" ON "shipments" USING btree ("next_try_at") WHERE "shipments"."next_try_at" is not null and "shipments"."failed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_events_once" ON "tracking_events" USING btree ("shipment_id","fingerprint");--> statement-breakpoint
CREATE INDEX "holds_of_variant" ON "holds" USING btree ("variant_id","owner");--> statement-breakpoint
CREATE INDEX "holds_of_owner" ON "holds" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "holds_expires_at" ON "holds" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stock_movements_by_variant" ON "stock_movements" USING btree ("variant_id","at");--> statement-breakpoint
CREATE INDEX "stock_movements_by_reference" ON "stock_movements" USING btree ("reference") WHERE "stock_movements"."reference" is not null;--> statement-breakpoint
CREATE INDEX "wishlist_items_of_product" ON "wishlist_items" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wishlist_shares_key" ON "wishlist_shares" USING btree ("key");
--> statement-breakpoint
-- Which state of an order may follow which: the same rows as app/orders/transitions.ts.
INSERT INTO "order_transitions" ("from", "to") VALUES
  ('pending_payment', 'placed'),
  ('pending_payment', 'expired'),
  ('expired', 'placed'),
  ('placed', 'packed'),
  ('placed', 'cancelled'),
  ('packed', 'cancelled'),
  ('out_for_pickup', 'cancelled'),
  ('packed', 'out_for_pickup'),
  ('packed', 'shipped'),
  ('packed', 'out_for_delivery'),
  ('packed', 'delivered'),
  ('out_for_pickup', 'shipped'),
  ('out_for_pickup', 'out_for_delivery'),
  ('out_for_pickup', 'delivered'),
  ('shipped', 'out_for_delivery'),
  ('shipped', 'delivered'),
  ('out_for_delivery', 'delivered'),
  ('shipped', 'rto'),
  ('out_for_delivery', 'rto'),
  ('shipped', 'returned_to_seller'),
  ('out_for_delivery', 'returned_to_seller'),
  ('rto', 'returned_to_seller'),
  ('returned_to_seller', 'refunded'),
  ('delivered', 'return_requested'),
  ('return_requested', 'return_approved'),
  ('return_requested', 'return_rejected'),
  ('return_approved', 'return_picked'),
  ('return_approved', 'returned'),
  ('return_picked', 'returned'),
  ('returned', 'refunded');
--> statement-breakpoint
-- An order begins as placed, or as waiting for its payment, and changes its state only along order_transitions.
CREATE FUNCTION check_order_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state NOT IN ('pending_payment', 'placed') THEN
      RAISE EXCEPTION 'an order cannot begin as %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM order_transitions WHERE "from" = OLD.state AND "to" = NEW.state) THEN
    RAISE EXCEPTION 'an order cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_check_initial_state BEFORE INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION check_order_transition();
--> statement-breakpoint
CREATE TRIGGER orders_check_transition BEFORE UPDATE OF "state" ON "orders" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION check_order_transition();
--> statement-breakpoint
-- The audit log is append-only, for the application too.
CREATE FUNCTION forbid_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'check_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_audit_log_change();
--> statement-breakpoint
-- An issued invoice or credit note is never changed: the tax office and the customer have it.
CREATE FUNCTION forbid_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an issued invoice cannot be changed' USING ERRCODE = 'check_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoices_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON "invoices"
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_invoice_change();
--> statement-breakpoint
-- Notifies the channel `shop_changes`, at commit, of the cache tags that a statement changed, one tag on each line. The tags of
-- products come first, because a listing is read from its products. A notification has room for 8,000 bytes: more tags become
-- `everything`.
CREATE FUNCTION notify_changes(tags text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  message text;
BEGIN
  IF coalesce(cardinality(tags), 0) = 0 THEN
    RETURN;
  END IF;
  SELECT string_agg(tag, E'\n' ORDER BY tag NOT LIKE 'product:%', tag) INTO message FROM unnest(tags) tag;
  IF cardinality(tags) > 100 OR octet_length(message) > 7900 THEN
    message := 'everything';
  END IF;
  PERFORM pg_notify('shop_changes', message);
END
$$;
--> statement-breakpoint
CREATE FUNCTION notify_everything() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changes', 'everything');
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Content and settings are on every page, but in no listing.
CREATE FUNCTION notify_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shop_changes', 'content');
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A product is in its own responses and in the listings of its category; when it is published, moved or deleted, in every menu.
CREATE FUNCTION notify_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM notify_changes(array_agg(DISTINCT tag))
      FROM new_rows, unnest(ARRAY['product:' || new_rows.id, 'category:' || new_rows.category_id, 'listings', 'menus']) tag;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM notify_changes(array_agg(DISTINCT tag))
      FROM old_rows, unnest(ARRAY['product:' || old_rows.id, 'category:' || old_rows.category_id, 'listings', 'menus']) tag;
  ELSE
    PERFORM notify_changes(array_agg(DISTINCT tag))
      FROM new_rows JOIN old_rows USING (id),
        unnest(ARRAY['product:' || new_rows.id, 'category:' || new_rows.category_id, 'category:' || old_rows.category_id, 'listings',
          CASE WHEN (new_rows.published, new_rows.category_id) IS DISTINCT FROM (old_rows.published, old_rows.category_id) THEN 'menus' ELSE 'listings' END]) tag
      WHERE new_rows IS DISTINCT FROM old_rows;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A product's images, variants, crafts and fabrics.
CREATE FUNCTION notify_product_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM notify_changes(array_agg(DISTINCT tag))
      FROM old_rows JOIN products ON products.id = old_rows.product_id,
        unnest(ARRAY['product:' || products.id, 'category:' || products.category_id, 'listings', 'menus']) tag;
  ELSE
    PERFORM notify_changes(array_agg(DISTINCT tag))
      FROM new_rows JOIN products ON products.id = new_rows.product_id,
        unnest(ARRAY['product:' || products.id, 'category:' || products.category_id, 'listings', 'menus']) tag;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A stock level is in the product's own responses; whether any unit is available is in its listings too.
CREATE FUNCTION notify_stock_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_changes(array_agg(DISTINCT tag))
    FROM new_rows JOIN old_rows USING (variant_id)
      JOIN variants ON variants.id = new_rows.variant_id
      JOIN products ON products.id = variants.product_id,
      unnest(CASE WHEN (new_rows.on_hand > new_rows.held) IS DISTINCT FROM (old_rows.on_hand > old_rows.held)
        THEN ARRAY['product:' || products.id, 'category:' || products.category_id, 'listings']
        ELSE ARRAY['product:' || products.id] END) tag
    WHERE (new_rows.on_hand, new_rows.held) IS DISTINCT FROM (old_rows.on_hand, old_rows.held);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION notify_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM notify_changes(array_agg(DISTINCT tag)) FROM old_rows, unnest(ARRAY['product:' || old_rows.product_id, 'reviews']) tag;
  ELSE
    PERFORM notify_changes(array_agg(DISTINCT tag)) FROM new_rows, unnest(ARRAY['product:' || new_rows.product_id, 'reviews']) tag;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_notify_insert AFTER INSERT ON "products" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_products();
--> statement-breakpoint
CREATE TRIGGER products_notify_update AFTER UPDATE ON "products" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_products();
--> statement-breakpoint
CREATE TRIGGER products_notify_delete AFTER DELETE ON "products" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_products();
--> statement-breakpoint
CREATE TRIGGER product_images_notify_insert AFTER INSERT ON "product_images" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER product_images_notify_update AFTER UPDATE ON "product_images" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER product_images_notify_delete AFTER DELETE ON "product_images" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER product_crafts_notify_insert AFTER INSERT ON "product_crafts" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER product_crafts_notify_update AFTER UPDATE ON "product_crafts" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER product_crafts_notify_delete AFTER DELETE ON "product_crafts" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER product_fabrics_notify_insert AFTER INSERT ON "product_fabrics" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER product_fabrics_notify_update AFTER UPDATE ON "product_fabrics" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER product_fabrics_notify_delete AFTER DELETE ON "product_fabrics" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER variants_notify_insert AFTER INSERT ON "variants" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER variants_notify_update AFTER UPDATE ON "variants" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER variants_notify_delete AFTER DELETE ON "variants" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_product_parts();
--> statement-breakpoint
CREATE TRIGGER stock_levels_notify_update AFTER UPDATE ON "stock_levels" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_stock_levels();
--> statement-breakpoint
CREATE TRIGGER reviews_notify_insert AFTER INSERT ON "reviews" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_reviews();
--> statement-breakpoint
CREATE TRIGGER reviews_notify_update AFTER UPDATE ON "reviews" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_reviews();
--> statement-breakpoint
CREATE TRIGGER reviews_notify_delete AFTER DELETE ON "reviews" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION notify_reviews();
--> statement-breakpoint
CREATE TRIGGER settings_notify AFTER INSERT OR UPDATE OR DELETE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION notify_content();
--> statement-breakpoint
CREATE TRIGGER banners_notify AFTER INSERT OR UPDATE OR DELETE ON "banners" FOR EACH STATEMENT EXECUTE FUNCTION notify_content();
--> statement-breakpoint
CREATE TRIGGER videos_notify AFTER INSERT OR UPDATE OR DELETE ON "videos" FOR EACH STATEMENT EXECUTE FUNCTION notify_content();
--> statement-breakpoint
CREATE TRIGGER tiles_notify AFTER INSERT OR UPDATE OR DELETE ON "tiles" FOR EACH STATEMENT EXECUTE FUNCTION notify_content();
--> statement-breakpoint
CREATE TRIGGER stores_notify AFTER INSERT OR UPDATE OR DELETE ON "stores" FOR EACH STATEMENT EXECUTE FUNCTION notify_content();
--> statement-breakpoint
CREATE TRIGGER pages_notify AFTER INSERT OR UPDATE OR DELETE ON "pages" FOR EACH STATEMENT EXECUTE FUNCTION notify_content();
--> statement-breakpoint
CREATE TRIGGER categories_notify AFTER INSERT OR UPDATE OR DELETE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION notify_content();
--> statement-breakpoint
-- A new craft or fabric has no product yet, so it is in no response.
CREATE TRIGGER crafts_notify AFTER UPDATE OR DELETE ON "crafts" FOR EACH STATEMENT EXECUTE FUNCTION notify_everything();
--> statement-breakpoint
CREATE TRIGGER fabrics_notify AFTER UPDATE OR DELETE ON "fabrics" FOR EACH STATEMENT EXECUTE FUNCTION notify_everything();

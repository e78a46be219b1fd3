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
CREATE TABLE "product_pictures" (
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	"file" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"colour" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "product_pictures_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_pictures_four" CHECK ("product_pictures"."position" between 0 and 3)
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
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"search" "tsvector" NOT NULL,
	CONSTRAINT "products_price_positive" CHECK ("products"."price_paise" > 0),
	CONSTRAINT "products_mrp_at_least_price" CHECK ("products"."mrp_paise" >= "products"."price_paise"),
	CONSTRAINT "products_ratings" CHECK ("products"."rating_count" >= 0 and "products"."rating_sum" between "products"."rating_count" and "products"."rating_count" * 5),
	CONSTRAINT "products_video_real" CHECK ("products"."video" is null or trim("products"."video") not in ('', 'null', 'undefined'))
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"pieces" integer DEFAULT 1 NOT NULL
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
	"place" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text,
	"slides" jsonb NOT NULL,
	CONSTRAINT "banners_place" CHECK ("banners"."place" in ('first', 'second', 'handwoven')),
	CONSTRAINT "banners_five_slides" CHECK (jsonb_array_length("banners"."slides") between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "films" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"video_url" text NOT NULL,
	"webm_url" text,
	"poster" text,
	"alt" text NOT NULL
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" jsonb NOT NULL,
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
CREATE TABLE "allowances" (
	"bucket" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "allowances_count" CHECK ("allowances"."count" > 0)
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
	"parked_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "outbox_tries" CHECK ("outbox"."tries" >= 0),
	CONSTRAINT "outbox_one_end" CHECK ("outbox"."sent_at" is null or "outbox"."parked_at" is null)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"piece" text,
	"status" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_status" CHECK ("messages"."status" in ('new', 'answered', 'closed')),
	CONSTRAINT "messages_lengths" CHECK (char_length("messages"."name") <= 120 and char_length("messages"."message") <= 4000)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" text NOT NULL,
	"author_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"stars" integer NOT NULL,
	"words" text,
	"first_name" text NOT NULL,
	"city" text NOT NULL,
	"approved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "shelf" (
	"variant_id" text PRIMARY KEY NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shelf_never_oversold" CHECK ("shelf"."held" >= 0 and "shelf"."on_hand" >= "shelf"."held")
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"variant_id" text NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_change_something" CHECK ("stock_movements"."change" <> 0)
);
--> statement-breakpoint
ALTER TABLE "product_crafts" ADD CONSTRAINT "product_crafts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_crafts" ADD CONSTRAINT "product_crafts_craft_id_crafts_id_fk" FOREIGN KEY ("craft_id") REFERENCES "public"."crafts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_fabrics" ADD CONSTRAINT "product_fabrics_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_fabrics" ADD CONSTRAINT "product_fabrics_fabric_id_fabrics_id_fk" FOREIGN KEY ("fabric_id") REFERENCES "public"."fabrics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_id_shelf_variant_id_fk" FOREIGN KEY ("id") REFERENCES "public"."shelf"("variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_variant_id_shelf_variant_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."shelf"("variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "categories_slug" ON "categories" USING btree (lower("slug"));--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "crafts_name" ON "crafts" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "fabrics_name" ON "fabrics" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "product_crafts_once" ON "product_crafts" USING btree ("craft_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_fabrics_once" ON "product_fabrics" USING btree ("fabric_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_number" ON "products" USING btree (upper("id"));--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("category_id","position","created_at" DESC NULLS LAST,"id") WHERE published;--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("category_id","price_paise","id") WHERE published;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at" DESC NULLS LAST,"id") WHERE published;--> statement-breakpoint
CREATE INDEX "products_filmed" ON "products" USING btree ("created_at" DESC NULLS LAST) WHERE published and video is not null;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_words_like" ON "search_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "variants_of_product" ON "variants" USING btree ("product_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "variants_label_once" ON "variants" USING btree ("product_id",coalesce("label", ''));--> statement-breakpoint
CREATE INDEX "allowances_ended" ON "allowances" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_try_at") WHERE "outbox"."sent_at" is null and "outbox"."parked_at" is null;--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_each" ON "reviews" USING btree ("author_id","product_id");--> statement-breakpoint
CREATE INDEX "reviews_of_product" ON "reviews" USING btree ("product_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_to_show" ON "reviews" USING btree ("created_at" DESC NULLS LAST) WHERE approved_at is not null and words is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_by_variant" ON "stock_movements" USING btree ("variant_id","at");
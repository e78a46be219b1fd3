CREATE TABLE "holds" (
	"holder" text NOT NULL,
	"variant_id" text NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "holds_holder_variant_id_pk" PRIMARY KEY("holder","variant_id"),
	CONSTRAINT "holds_count" CHECK ("holds"."count" > 0)
);
--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_variant_id_shelf_variant_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."shelf"("variant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_of_variant" ON "holds" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "holds_until" ON "holds" USING btree ("until");--> statement-breakpoint
CREATE INDEX "stock_movements_by_reference" ON "stock_movements" USING btree ("reference") WHERE "stock_movements"."reference" is not null;
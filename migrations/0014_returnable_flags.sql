ALTER TABLE "categories" ADD COLUMN "returnable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "cancellable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "returnable" boolean;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cancellable" boolean;--> statement-breakpoint
-- The demonstration's stitched garments, as its return policy says. Categories of the owner keep their behaviour: the dashboard asks.
UPDATE "categories" SET "returnable" = false, "cancellable" = false
  WHERE ("id", "slug", "name") IN (('Suits', 'Suits', 'Suits'), ('CoOrdSets', 'CoOrdSets', 'Co-Ord Sets'));

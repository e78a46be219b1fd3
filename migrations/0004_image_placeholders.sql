CREATE TABLE "image_placeholders" (
	"file" text PRIMARY KEY NOT NULL,
	"data" text NOT NULL,
	CONSTRAINT "image_placeholders_length" CHECK (length("image_placeholders"."data") <= 224)
);

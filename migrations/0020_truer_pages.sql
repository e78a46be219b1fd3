-- Texts that the owner has not changed take the wording of the seeds. A page is unchanged if its hash is that of the text that the
-- shop was delivered with; the text of the home page and the fabrics are recognised by the old sentences.
UPDATE "pages" SET "version" = "version" + 1, "updated_at" = now(), "intro" = replace("intro",
    'we ask only for what an order needs, we do not track you, and you can',
    'an order needs only your name, address, phone and email. We do not track you for advertising, and you can'), "sections" = replace(replace(replace(replace("sections"::text,
    'an unfinished payment and a piece that you saved before signing in, until the tab is closed;',
    'an unfinished payment, a piece that you saved before signing in and how far you have scrolled on each page, until the tab is closed;'),
    'asks you for the details of your payment itself.',
    'asks you for the details of your payment itself. Its payment form may be loaded as soon as you open the checkout, so it can learn of that visit even if you pay on delivery.'),
    'for some months after the return is closed, or until you erase the account.',
    'until {returnPhotoDays} days after the return is closed, or until you erase the account.'),
    'Your ratings stay without your name. Orders',
    'Your ratings and reviews stay without your name, and your messages to us for as long as we need them. Orders')::jsonb
  WHERE "slug" = 'privacy-policy' AND md5("title" || "intro" || "sections"::text) = '9c65e446a2422b9911468a4dc5b13a50';
--> statement-breakpoint
UPDATE "pages" SET "version" = "version" + 1, "updated_at" = now(), "sections" = replace(replace(replace("sections"::text,
    'is calculated at checkout once we accept orders from your country there.',
    'is calculated at checkout, as soon as our checkout accepts orders from your country.'),
    'send us the receipt and we give you store credit',
    'send us the receipt and we will give you store credit'),
    'For now we keep that credit by hand: we will',
    'For now we keep a note of that credit ourselves: we will')::jsonb
  WHERE "slug" = 'shipping-policy' AND md5("title" || "intro" || "sections"::text) = '22c96855b0e0bc13f7536dc70787e03e';
--> statement-breakpoint
UPDATE "pages" SET "version" = "version" + 1, "updated_at" = now(), "sections" = replace(replace(replace(replace(replace("sections"::text,
    'If you paid in cash, we will',
    'If you paid on delivery, we will'),
    'Return in your account sends us the same request and is open for {returnDays} days after delivery.',
    'The Return button on the page of your order sends us the same request, for {returnDays} days after delivery.'),
    'A refund reaches you in 7–10 working days, the same way you paid.',
    'A refund reaches you within 7–10 working days after we send it, the same way you paid.'),
    'please write to us anyway: your legal rights',
    'please write to us anyway, or use Return on the page of your order: your legal rights'),
    'and only before they are shipped. We charge',
    'and only before they are shipped. Once an order is packed, it can be cancelled only as a whole, until the courier sets out to collect it, and not at all if it includes an item that cannot be cancelled. We charge')::jsonb
  WHERE "slug" = 'return-policy' AND md5("title" || "intro" || "sections"::text) = 'c401a94cdfedd6b67750c8796aedcd6e';
--> statement-breakpoint
UPDATE "pages" SET "version" = "version" + 1, "updated_at" = now(), "sections" = replace("sections"::text,
    'ask us to unfold as many as you like;',
    'ask us to unfold as many pieces as you like;')::jsonb
  WHERE "slug" = 'our-story' AND md5("title" || "intro" || "sections"::text) = '75b2b8963e8dce444d59e7cf959cd4bc';
--> statement-breakpoint
UPDATE "settings" SET "version" = "version" + 1, "value" = jsonb_set("value", '{visitText}', '"We will gladly unfold as many pieces as you like."'::jsonb)
  WHERE "value" ->> 'visitText' = 'We will gladly unfold as many as you like.';
--> statement-breakpoint
UPDATE "settings" SET "version" = "version" + 1, "value" = jsonb_set("value", '{heroText}', '"Sarees, suits, co-ord sets, dupattas and stoles, made by hand. Many are one of a kind."'::jsonb)
  WHERE "value" ->> 'heroText' = 'Sarees, suits, co-ord sets, dupattas and stoles, woven by hand. Many are one of a kind.';
--> statement-breakpoint
UPDATE "settings" SET "version" = "version" + 1, "value" = replace("value"::text, 'Tied by hand, dyed in the sun', 'Tied by hand, dried in the sun')::jsonb
  WHERE "value" -> 'typewriter' ? 'Tied by hand, dyed in the sun';
--> statement-breakpoint
UPDATE "fabrics" SET "intro" = replace("intro", 'Dry clean it, and refold it now and then so that no crease becomes a habit.', 'Have it dry cleaned unless its page says otherwise, and refold it now and then so that no crease sets.')
  WHERE "name" = 'Silk';
--> statement-breakpoint
UPDATE "fabrics" SET "intro" = replace("intro", 'It keeps the creases it is given, so roll it or fold it gently.', 'It keeps the creases it is given, so roll it and do not fold it.')
  WHERE "name" = 'Tissue silk';
--> statement-breakpoint
UPDATE "fabrics" SET "intro" = replace("intro", 'silk that is long at home in Gujarat.', 'silk that has long been at home in Gujarat.')
  WHERE "name" = 'Gajji silk';

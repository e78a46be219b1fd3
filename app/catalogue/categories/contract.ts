import { z } from '@hono/zod-openapi';
import { problem } from '../../foundation/http/problem.ts';
import { line } from '../../foundation/text/contract.ts';

/** What the staff decide about a category. Its address stays, and so do its pieces. */
export const CategoryText = z
  .strictObject({
    id: z.string().max(80),
    name: line(60, 'Please write the name.'),
    /** A Hindi companion word; decoration. */
    word: line(40),
    intro: line(600),
    img: z
      .string('Please choose a picture.')
      .max(120, 'Please choose a picture.')
      .regex(/^[A-Za-z0-9][\w-]*(\.[\w-]+)*\.(jpe?g|png|webp)$/i, 'Please choose a picture.')
      .nullable(),
  })
  .openapi('CategoryText');
export type CategoryText = z.infer<typeof CategoryText>;

/** All categories in their new order; `seen` is the fingerprint of what stood on the screen. */
export const EditCategoriesInput = z
  .strictObject({
    seenVersion: z.string().max(80),
    items: z
      .array(CategoryText)
      .max(60, 'At most sixty categories, please.')
      .superRefine((items, context) => {
        const met = new Set<string>();
        for (const [index, { name }] of items.entries()) {
          const folded = name.toLowerCase();
          if (met.has(folded))
            context.addIssue({
              code: 'custom',
              path: [index, 'name'],
              message: 'Another category has this name.',
            });
          met.add(folded);
        }
      }),
  })
  .openapi('EditCategoriesInput');
export type EditCategoriesInput = z.infer<typeof EditCategoriesInput>;

export const CategoriesChanged = problem(
  'changed-meanwhile',
  409,
  'Somebody else has changed the categories meanwhile. What you typed is still here.',
);

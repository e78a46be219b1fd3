import { z } from '@hono/zod-openapi';
import { eachOnce, image } from '../content/edit-contract.ts';
import { SeenVersion } from '../content/settings-contract.ts';
import { problem } from '../foundation/http/problem.ts';
import { line } from '../foundation/text-contract.ts';

/** The fields of a category that staff can edit. Its slug and its list of products are not editable. */
export const CategoryText = z
  .strictObject({
    id: z.string().max(80),
    name: line(60, 'Please write the name.'),
    /** A Hindi word shown beside the name as decoration. */
    word: line(40),
    intro: line(600),
    img: image.nullable(),
    /** False for stitched garments: customers can return such a product only if it is faulty or not what they ordered. */
    returnable: z.boolean(),
    /** False for stitched garments: customers cannot cancel such a product. */
    cancellable: z.boolean(),
  })
  .openapi('CategoryText');
export type CategoryText = z.infer<typeof CategoryText>;

/** All categories, in their new order. */
export const EditCategoriesInput = z
  .strictObject({
    ...SeenVersion.shape,
    items: eachOnce(
      'name',
      'Another category has this name.',
      z.array(CategoryText).max(60, 'Please add at most sixty categories.'),
      (name) => name.toLowerCase(),
    ),
  })
  .openapi('EditCategoriesInput');
export type EditCategoriesInput = z.infer<typeof EditCategoriesInput>;

export const CategoriesChanged = problem(
  'changed-meanwhile',
  409,
  'Someone else has changed the categories in the meantime. What you typed is still here.',
);

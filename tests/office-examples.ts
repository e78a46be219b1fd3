/** Something of each kind that the back office has to do with people, for the tests of who may call what. */
import type { Shop } from '../app/foundation/shop.server.ts';
import { messages } from '../app/messages/tables.server.ts';
import { reviews } from '../app/reviews/tables.server.ts';

/** A message that waits for an answer; its id. */
export async function exampleMessage(shop: Shop): Promise<string> {
  const [row] = await shop.db
    .insert(messages)
    .values({ name: 'Asha', email: 'asha@example.in', message: 'Is it woven?', createdAt: shop.clock.now() })
    .returning({ id: messages.id });
  if (!row) throw new Error('a message was written, but the database gave no row back');
  return row.id;
}

/** A review whose words wait to be read: "It falls like water."; its id. */
export async function exampleReview(
  shop: Shop,
  more: Partial<typeof reviews.$inferInsert> = {},
): Promise<string> {
  const [row] = await shop.db
    .insert(reviews)
    .values({
      productId: 'TB-SAR-009',
      stars: 5,
      text: 'It falls like water.',
      firstName: 'Nandini',
      city: 'Kochi',
      createdAt: shop.clock.now(),
      ...more,
    })
    .returning({ id: reviews.id });
  if (!row) throw new Error('a review was written, but the database gave no row back');
  return row.id;
}

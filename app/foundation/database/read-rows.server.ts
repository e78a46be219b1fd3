import { z } from '@hono/zod-openapi';

const QueryResult = z.object({ rows: z.array(z.unknown()) });

/** Returns the rows of a raw SQL result, validated with `schema`. */
export function readRows<T extends z.ZodType>(schema: T, result: unknown): z.infer<T>[] {
  return z.array(schema).parse(QueryResult.parse(result).rows);
}

import { z } from '@hono/zod-openapi';

const Answer = z.object({ rows: z.array(z.unknown()) });

/** The rows of a statement written in SQL, checked against the shape that the statement promises. */
export function readRows<T extends z.ZodType>(schema: T, result: unknown): z.infer<T>[] {
  return z.array(schema).parse(Answer.parse(result).rows);
}

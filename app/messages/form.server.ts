import type { MessageFormValues } from './message-form.tsx';

/** What a posted message form holds. A body that is no form reads as an empty one, which is then refused in words. */
export async function readMessageForm(request: Request): Promise<MessageFormValues> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: text('name'),
    email: text('email'),
    message: text('message'),
    piece: text('piece'),
    website: text('website'),
  };
}

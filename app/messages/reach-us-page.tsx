import {
  type ActionFunctionArgs,
  data,
  type MetaArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { listStores, readSettings } from '../content/content.server.ts';
import { sellerLines } from '../content/seller-lines.ts';
import { clientAddressContext } from '../foundation/http/client-address.server.ts';
import { Problem } from '../foundation/http/problem.ts';
import { page, shopContext } from '../foundation/pages/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { SectionHeading } from '../foundation/ui/section-heading.tsx';
import { cloths, Selvedge } from '../foundation/ui/selvedge.tsx';
import * as urls from '../urls.ts';
import { FindUs } from './find-us.tsx';
import { readMessageForm } from './form.server.ts';
import { MessageForm, type MessageFormValues } from './message-form.tsx';
import { readContactMessage, sendMessage, thanks } from './messages.server.ts';
import type { Reply } from './post-message.ts';
import { findProductOfMessage } from './product-of-message.server.ts';

export const loader = page(async ({ shop, url }) => {
  const [settings, stores, product] = await Promise.all([
    readSettings(shop),
    listStores(shop),
    findProductOfMessage(shop, url.searchParams.get('piece')),
  ]);
  const input: MessageFormValues = {
    name: '',
    email: '',
    message: product ? `I would like to ask about ${product.productName} (${product.proId}). ` : '',
    piece: product?.proId ?? '',
    website: '',
  };
  const reply: Reply | undefined = url.searchParams.has('sent')
    ? { state: 'sent', text: thanks.message }
    : undefined;
  return { contact: settings.contact, seller: sellerLines(settings).join(', '), stores, input, reply };
});

/** The form posted without JavaScript: sent, or shown again with its words and what was typed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const input = await readMessageForm(request);
  const from = { address: context.get(clientAddressContext) };
  try {
    await sendMessage(context.get(shopContext), readContactMessage(input), from);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reply: Reply = { state: 'refused', text: error.message, fields: error.fields };
    return data({ input, reply }, { status: error.status });
  }
  // A page that may be loaded again without sending the message again.
  throw redirect(`${urls.reachUs}?sent=yes`, 303);
}

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [];
  const { email, phone, officeHours } = loaderData.contact;
  return describePage(matches, {
    title: 'Reach Us',
    description: `Write to us about a drape, a size or a date, or reach us at ${email} and ${phone}, ${officeHours}.`,
    path: urls.reachUs,
  });
}

export default function ReachUsPage() {
  const { contact, seller, stores, input, reply } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Selvedge {...cloths.wave}>
      <div className="page pt-5">
        <SectionHeading isShort level={1} hindiWord="पता" title="Reach Us" />
        <div className="split">
          <MessageForm key={input.piece} input={refused?.input ?? input} reply={refused?.reply ?? reply} />
          <FindUs {...{ contact, seller, stores }} />
        </div>
      </div>
    </Selvedge>
  );
}

import {
  type ActionFunctionArgs,
  data,
  type MetaArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { findProduct } from '../catalogue/catalogue.server.ts';
import type { Product } from '../catalogue/contract.ts';
import { abroadText } from '../content/abroad-text.ts';
import { listStores, readSettings } from '../content/content.server.ts';
import type { Settings, Store } from '../content/contract.ts';
import { sellerLines } from '../content/seller-lines.ts';
import { Problem } from '../foundation/http/problem.ts';
import { clientAddressContext, page, shopContext } from '../foundation/pages/page.server.ts';
import { describePage } from '../foundation/ui/describe.ts';
import { Icon } from '../foundation/ui/icon.tsx';
import { TitledPage } from '../foundation/ui/page-frame.tsx';
import * as urls from '../urls.ts';
import { MessageForm, type MessageFormValues, type Reply, readMessageForm } from './message-form.tsx';
import { readContactMessage, sendMessage, thanks } from './messages.server.ts';
import { readRequestedProducts } from './requested-products.server.ts';

export const loader = page(async ({ shop, url }) => {
  const [settings, stores, product, requested] = await Promise.all([
    readSettings(shop),
    listStores(shop),
    findProduct(shop, url.searchParams.get('piece')),
    readRequestedProducts(shop, url.searchParams.get('pieces')),
  ]);
  const input: MessageFormValues = {
    name: '',
    email: '',
    message: requested?.message ?? (product ? questionAbout(product) : ''),
    piece: requested?.proId ?? product?.proId ?? '',
    website: '',
  };
  const reply: Reply = url.searchParams.has('sent') ? { thanks: thanks.message } : {};
  return {
    contact: settings.contact,
    seller: sellerLines(settings).join(', '),
    stores,
    input,
    reply,
    abroad: abroadText(),
  };
});

const questionAbout = ({ productName, proId }: Pick<Product, 'productName' | 'proId'>) =>
  `I would like to ask about ${productName} (${proId}). `;

/** Handles a form that a browser without JavaScript has posted. If the form is rejected, returns its values and the error. */
export async function action({ request, context }: ActionFunctionArgs) {
  // Read a body that is not a form as an empty form, which is then rejected.
  const input = readMessageForm(await request.formData().catch(() => new FormData()));
  const from = { address: context.get(clientAddressContext) };
  try {
    await sendMessage(context.get(shopContext), readContactMessage(input), from);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reply: Reply = { failure: { message: error.message, fields: error.fields } };
    return data({ input, reply }, { status: error.status });
  }
  // Redirect, so that reloading the page does not send the message again.
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
  const { contact, seller, stores, input, reply, abroad } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <TitledPage cloth="wave" className="pt-5" hindiWord="पता" title="Reach Us">
      <div className="split">
        <MessageForm
          key={input.message}
          input={refused?.input ?? input}
          reply={refused?.reply ?? reply}
          abroad={abroad}
        />
        <FindUs {...{ contact, seller, stores }} />
      </div>
    </TitledPage>
  );
}

type Props = {
  contact: Settings['contact'];
  /** Lines with the seller's name and address. */
  seller: string;
  stores: readonly Store[];
};

/** Contact details, office hours and addresses of the stores. */
function FindUs({ contact, seller, stores }: Props) {
  const links = [
    { icon: 'mail', text: contact.email, href: `mailto:${contact.email}` },
    { icon: 'phone', text: contact.phone, href: `tel:${contact.phone.replace(/[^\d+]/g, '')}` },
    {
      icon: 'message-circle',
      text: 'Chat with us',
      href: contact.chatUrl,
      target: '_blank',
      rel: 'noopener',
    },
  ] as const;
  return (
    <div className="flex flex-col gap-6">
      <section className="group" aria-labelledby="find-us">
        <h2 id="find-us">Contact</h2>
        <ul className="list">
          {links.map(({ icon, text, ...link }) => (
            <li key={icon}>
              <a {...link}>
                <Icon name={icon} />
                {text}
              </a>
            </li>
          ))}
          <li>
            <span>
              <Icon name="clock" />
              {contact.officeHours}
            </span>
          </li>
        </ul>
      </section>
      {stores.length > 0 && (
        <section className="group" aria-labelledby="stores">
          <h2 id="stores">Visit us</h2>
          <ul className="list">
            {stores.map(({ name, address, hours, mapUrl }) => (
              <li key={name}>
                <a href={mapUrl} target="_blank" rel="noopener" className="py-3">
                  <Icon name="map-pin" />
                  <span>
                    <b className="block">{name}</b>
                    {address && <span className="soft block">{address}</span>}
                    <span className="soft block">{hours}</span>
                    <span className="sr">Opens a map</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {contact.address && <p className="small soft">{seller}</p>}
    </div>
  );
}

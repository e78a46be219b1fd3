import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { Link } from '../../foundation/ui/link.tsx';
import * as urls from '../../urls.ts';
import { contentQuery } from '../admin-api.ts';
import { formatTime } from '../layout/format-times.ts';
import { WhenReady } from '../layout/loading.tsx';
import { adminMeta, Screen } from '../layout/screen.tsx';
import { useAdminQuery } from '../layout/use-admin.ts';
import './content.css';
import type { AdminContent } from './contract.ts';
import { Contradictions, contradictionsText } from './contradictions.tsx';
import { BannerForm } from './forms/banner-form.tsx';
import { ListForm, SettingsForm } from './forms/edit-form.tsx';
import { categoriesPart, storesPart, textsPart, tilesPart, videosPart } from './forms/home-forms.tsx';
import { PageForm } from './forms/page-form.tsx';
import { contactPart, rulesPart, sellerPart } from './forms/settings-forms.tsx';

export const meta = () => adminMeta('Shop window');

type Part = { name: string; title: string; text: string; render: (content: AdminContent) => ReactNode };

const parts: readonly Part[] = [
  {
    name: 'banners',
    title: 'Banners',
    text: 'The pictures of the hero, the shelves put forward, the close-up.',
    render: ({ banners }) => banners.map((banner) => <BannerForm key={banner.position} banner={banner} />),
  },
  {
    name: 'texts',
    title: 'Words',
    text: 'The lines of the home page, and the five that are typed.',
    render: (content) => (
      <>
        <Contradictions of={content.textContradictions} />
        <SettingsForm of={textsPart} content={content} />
      </>
    ),
  },
  {
    name: 'tiles',
    title: 'Tiles',
    text: 'The lengths of cloth of the popular collection.',
    render: (content) => <ListForm of={tilesPart} content={content} />,
  },
  {
    name: 'videos',
    title: 'Films',
    text: 'The film beside “Made to Belong”.',
    render: (content) => <ListForm of={videosPart} content={content} />,
  },
  {
    name: 'categories',
    title: 'Categories',
    text: 'Their order, names and introductions.',
    render: (content) => <ListForm of={categoriesPart} content={content} />,
  },
  {
    name: 'stores',
    title: 'Stores',
    text: 'The doors that one may come in by.',
    render: (content) => <ListForm of={storesPart} content={content} />,
  },
  {
    name: 'pages',
    title: 'Written pages',
    text: 'The story, and the four policies.',
    render: (content) => <PagesPart content={content} />,
  },
  {
    name: 'contact',
    title: 'Name and contact',
    text: 'What the shop is called, where it is, how it is reached.',
    render: (content) => <SettingsForm of={contactPart} content={content} />,
  },
  {
    name: 'rules',
    title: 'Rules',
    text: 'Shipping, cash on delivery, returns, low stock.',
    render: (content) => <SettingsForm of={rulesPart} content={content} />,
  },
  {
    name: 'seller',
    title: 'Seller and tax',
    text: 'GSTIN, state, and what invoices say.',
    render: (content) => <SettingsForm of={sellerPart} content={content} />,
  },
];

const toWindow = { to: urls.adminContent, text: 'Shop window' };
const toPages = { to: `${urls.adminContent}/pages`, text: 'Written pages' };

/** Settings, written pages and home page content. The shop shows a saved change at once. */
export default function ContentPage() {
  const { part: name = '' } = useParams();
  const [params] = useSearchParams();
  const found = useAdminQuery(contentQuery);
  const part = parts.find((one) => one.name === name);
  const slug = name === 'pages' ? params.get('page') : null;
  const page = found.data?.pages.find((one) => one.slug === slug);
  if (!part) return <Contents />;
  return (
    <Screen title={page?.title ?? part.title} back={slug ? toPages : toWindow}>
      <WhenReady query={found}>
        {(content) => (
          <div key={name} className={slug ? 'content-form-wide' : 'content-form'}>
            {part.render(content)}
          </div>
        )}
      </WhenReady>
    </Screen>
  );
}

function Contents() {
  return (
    <Screen title="Shop window">
      <LinkedCards cards={parts.map((part) => ({ ...part, to: `${urls.adminContent}/${part.name}` }))} />
    </Screen>
  );
}

function LinkedCards({ cards }: { cards: readonly { to: string; title: string; text: string }[] }) {
  return (
    <ul className="cards linked-cards">
      {cards.map(({ to, title, text }) => (
        <li key={to}>
          <Link className="link" to={to}>
            {title}
          </Link>
          <p className="soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** List of the pages, or the form of the one in `?page=`. */
function PagesPart({ content: { pages, placeholders } }: { content: AdminContent }) {
  const [params] = useSearchParams();
  const page = pages.find(({ slug }) => slug === params.get('page'));
  if (page)
    return (
      <>
        <Contradictions of={page.contradictions} />
        <PageForm key={page.slug} page={page} placeholders={placeholders} />
      </>
    );
  const cards = pages.map(({ slug, title, updatedAt, contradictions }) => ({
    to: `${urls.adminContent}/pages?page=${slug}`,
    title,
    text: [`Written ${formatTime(updatedAt)}`, contradictionsText(contradictions.length)]
      .filter(Boolean)
      .join('. '),
  }));
  return <LinkedCards cards={cards} />;
}

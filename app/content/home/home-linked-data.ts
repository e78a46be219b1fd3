import type { Settings } from '../contract.ts';

type About = Pick<Settings, 'name' | 'description'> &
  Pick<Settings['contact'], 'email' | 'phone'> & { publicUrl: string; socials: readonly { url: string }[] };

/** Returns the structured data (schema.org) that describes the shop and its search for search engines. */
export function aboutShop({ publicUrl, name, description, email, phone, socials }: About): object[] {
  const url = `${publicUrl}/`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${url}#shop`,
      name,
      description,
      url,
      email,
      telephone: phone,
      sameAs: socials.map((social) => social.url),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name,
      url,
      publisher: { '@id': `${url}#shop` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${url}search?query={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ];
}

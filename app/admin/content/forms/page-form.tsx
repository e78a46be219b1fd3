import { readResponse } from '../../../foundation/http/api-client.ts';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent, AdminPage } from '../contract.ts';
import { toItems, toValues } from '../items.ts';
import { PagePreview } from '../page-preview.tsx';
import { EditForm } from './edit-form.tsx';
import { area, type Fields, FormFields, ItemList, optionalFile, text } from './fields.tsx';
import { paragraphsOf, textOf } from './form-values.ts';

type Section = { anchor: string; heading: string; paragraphs: string };

const inputOf = ({ title, intro, img, imgAlt, sections }: AdminPage) => ({
  title,
  intro,
  img,
  imgAlt,
  sections: toItems<Section>(
    sections.map(({ id, heading, paragraphs }) => ({ anchor: id, heading, paragraphs: textOf(paragraphs) })),
  ),
});

type Input = ReturnType<typeof inputOf>;

const words: Fields<Input> = {
  title: text('Title', { maxLength: 100 }),
  intro: area('Opening words', { rows: 4 }),
};

const picture: Fields<Input> = {
  img: optionalFile('Picture of the page'),
  imgAlt: text('What is in the picture'),
};

const sectionFields: Fields<Section> = {
  heading: text('Heading', { maxLength: 120 }),
  paragraphs: area('Text', {
    help: 'A blank line begins a new paragraph; a line that begins with “- ” is an item of a list.',
    rows: 10,
  }),
};

const policies = ['privacy-policy', 'shipping-policy', 'terms-and-conditions', 'return-policy'] as const;

type Props = { page: AdminPage; placeholders: AdminContent['placeholders'] };

/** Form for a policy or the story, beside its preview. */
export function PageForm({ page, placeholders }: Props) {
  const draft = useDraft(inputOf(page), page.version);
  const { value, change } = draft;
  const policy = policies.find((slug) => slug === page.slug);
  const sections = toValues(value.sections).map(({ anchor, heading, paragraphs }) => ({
    id: anchor,
    heading,
    paragraphs: paragraphsOf(paragraphs),
  }));
  function save(seenVersion: string) {
    const json = { ...value, seenVersion, sections };
    return policy
      ? readResponse(adminApi.content.policies[':slug'].$put({ param: { slug: policy }, json }))
      : readResponse(adminApi.content.story.$put({ json }));
  }
  return (
    <div className="two-columns">
      <EditForm label={page.title} draft={draft} save={save} ownersOnly={policy !== undefined}>
        <FormFields fields={policy ? words : { ...words, ...picture }} value={value} onChange={change} />
        <h2>Sections</h2>
        <ItemList
          label="Sections"
          name="sections"
          items={value.sections}
          onChange={(next) => change({ sections: next })}
          fieldsOf={() => sectionFields}
          nameOf={({ heading }) => heading}
          add={{ label: 'Add a section', blank: { anchor: '', heading: '', paragraphs: '' } }}
        />
      </EditForm>
      <PagePreview {...value} sections={sections} placeholders={placeholders} />
    </div>
  );
}

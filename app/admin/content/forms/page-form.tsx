import { fillInValues } from '../../../content/fill-in.ts';
import { WrittenText } from '../../../content/written-text.tsx';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.tsx';
import type { AdminContent, AdminPage } from '../contract.ts';
import { toItems, toValues } from '../items.ts';
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

const textFields: Fields<Input> = {
  title: text('Title', { maxLength: 100 }),
  intro: area('Introduction', { rows: 4 }),
};

const picture: Fields<Input> = {
  img: optionalFile('Picture of the page'),
  imgAlt: text('Description of the picture'),
};

const sectionFields: Fields<Section> = {
  heading: text('Heading', { maxLength: 120 }),
  paragraphs: area('Text', {
    help: 'An empty line starts a new paragraph. A line that starts with “- ” becomes a list item.',
    rows: 10,
  }),
};

const policies = ['privacy-policy', 'shipping-policy', 'terms-and-conditions', 'return-policy'] as const;

type Props = { page: AdminPage; placeholders: AdminContent['placeholders'] };

/** Form for a policy or the story, with a preview beside it. */
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
        <FormFields
          fields={policy ? textFields : { ...textFields, ...picture }}
          value={value}
          onChange={change}
        />
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

type PreviewProps = Pick<AdminPage, 'title' | 'intro' | 'sections'> & Pick<AdminContent, 'placeholders'>;

/** Preview of a written page with its placeholders filled in, and a list of all placeholders. */
function PagePreview({ title, intro, sections, placeholders }: PreviewProps) {
  const values = Object.fromEntries(placeholders.map(({ name, value }) => [name, value]));
  const fill = (template: string) => fillInValues(template, values);
  return (
    <div>
      <section aria-label="Preview" className="panel-box">
        <p className="soft mb-2">Preview of the page</p>
        <p className="font-(family-name:--font-display) text-2xl">{fill(title)}</p>
        <p className="mt-2">{fill(intro)}</p>
        {sections.map(({ id, heading, paragraphs }, index) => (
          <div className="mt-4" key={id || `new-${index}`}>
            <p>
              <b>{fill(heading)}</b>
            </p>
            <WrittenText paragraphs={paragraphs.map(fill)} />
          </div>
        ))}
      </section>
      <section>
        <h2>Values from your settings</h2>
        <p className="soft mb-2">
          The text can contain these words in curly brackets. On the page, shoppers see the value from your
          settings instead.
        </p>
        <ul className="cards">
          {placeholders.map(({ name, value }) => (
            <li key={name}>
              <code>{`{${name}}`}</code>
              <p className="wrap-anywhere">{value}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

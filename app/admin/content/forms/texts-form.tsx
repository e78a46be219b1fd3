import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, TextField } from '../../../foundation/ui/fields.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent } from '../contract.ts';
import { EditForm } from './edit-form.tsx';
import { paragraphsOf, textOf } from './form-values.ts';

type Text = AdminContent['settings']['texts'];

const inputOf = ({ belonging, ...text }: Text) => ({
  ...text,
  belongingWord: belonging.word,
  belongingText: textOf(belonging.paragraphs),
});

const inputLines = [0, 1, 2, 3, 4];

/** The words of the home page. */
export function TextsForm({ content: { settings } }: { content: AdminContent }) {
  const draft = useDraft(inputOf(settings.texts), settings.versions.texts);
  const { value, change } = draft;
  const { belongingWord, belongingText, ...text } = value;
  const save = (seenVersion: string) =>
    readResponse(
      adminApi.content.texts.$put({
        json: {
          ...text,
          seenVersion,
          belonging: { word: belongingWord, paragraphs: paragraphsOf(belongingText) },
        },
      }),
    );
  return (
    <EditForm label="Words of the home page" draft={draft} save={save}>
      {(errorOf) => (
        <>
          <TextField
            label="Line under the name"
            value={value.tagline}
            onChange={(tagline) => change({ tagline })}
            error={errorOf('tagline')}
            maxLength={80}
          />
          <AreaField
            label="Words of the hero"
            value={value.heroText}
            onChange={(heroText) => change({ heroText })}
            error={errorOf('heroText')}
            rows={2}
            maxLength={240}
          />
          <AreaField
            label="What the shop is, in a sentence"
            help="Search engines show it, and so do those who share the shop’s address."
            value={value.description}
            onChange={(description) => change({ description })}
            error={errorOf('description')}
            rows={2}
            maxLength={320}
          />
          {inputLines.map((index) => (
            <TextField
              key={index}
              label={`Typed line ${index + 1}`}
              value={value.typewriter[index] ?? ''}
              onChange={(input) => change({ typewriter: value.typewriter.with(index, input) })}
              error={errorOf(`typewriter.${index}`)}
              maxLength={80}
            />
          ))}
          <TextField
            label="Hindi word beside “Made to Belong”"
            lang="hi"
            value={belongingWord}
            onChange={(input) => change({ belongingWord: input })}
            error={errorOf('belonging.word')}
            maxLength={40}
          />
          <AreaField
            label="Made to Belong"
            help="A blank line begins a new paragraph."
            value={belongingText}
            onChange={(input) => change({ belongingText: input })}
            error={errorOf('belonging.paragraphs', 'belonging.paragraphs.0')}
            rows={8}
          />
          <AreaField
            label="Words of the popular collection"
            value={value.popularText}
            onChange={(popularText) => change({ popularText })}
            error={errorOf('popularText')}
            rows={2}
            maxLength={240}
          />
          <AreaField
            label="Words of the visit"
            value={value.visitText}
            onChange={(visitText) => change({ visitText })}
            error={errorOf('visitText')}
            rows={2}
            maxLength={240}
          />
        </>
      )}
    </EditForm>
  );
}

import type { Contradiction } from '../../content/contract.ts';
import { Icon } from '../../foundation/ui/icon.tsx';

/**
 * Shows the sentences of a saved text that contradict a rule of the settings, each with the rule. Renders nothing if there are
 * none.
 */
export function Contradictions({ of }: { of: readonly Contradiction[] }) {
  if (of.length === 0) return null;
  return (
    <section className="alert mb-5" aria-label="Sentences that contradict a rule">
      <Icon name="circle-alert" />
      <div>
        <p>
          <b>{contradictionsText(of.length)}</b> Please change the sentence, or the setting under “Rules”.
        </p>
        <ul className="mt-2 flex list-disc flex-col gap-2 pl-5">
          {of.map(({ sentence, rule }) => (
            <li key={sentence + rule}>
              Your text says: “{sentence}” The rule says: “{rule}”
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Returns a text such as `2 sentences contradict a rule.` Empty for 0. */
export function contradictionsText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 sentence contradicts a rule.' : `${count} sentences contradict a rule.`;
}

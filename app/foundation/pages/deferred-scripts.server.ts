/**
 * Runs in the page, after everything of it that is seen and the style sheet. Script is for what comes after the
 * first look: it begins when the pictures of the first view are there, or cannot come, or somebody is quicker.
 */
const starter = `(() => {
  document.currentScript.remove();
  const held = document.querySelector('script[type="text/later"]');
  const awaited = [...document.images].filter(({ fetchPriority, complete }) => fetchPriority === 'high' && !complete);
  let waiting = awaited.length;
  const begin = () => {
    if (!held.isConnected) return;
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = 'modulepreload';
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = held.textContent;
    held.replaceWith(script);
  };
  const count = () => --waiting === 0 && begin();
  for (const image of awaited) for (const end of ['load', 'error']) image.addEventListener(end, count);
  for (const deed of ['pointerdown', 'keydown', 'focusin']) addEventListener(deed, begin, { once: true });
  if (waiting === 0) begin();
  else setTimeout(begin, 3000);
})();`;

const preload = '<link rel="modulepreload"';
const opening = (mark: string, type: string, more: string) => `<script${mark} type="${type}"${more}>`;

/**
 * Lets the scripts of a rendered page begin after its largest picture, with which they would share a slow line. A
 * page without a picture that is wanted first stays as it is. `mark` is the attribute of scripts that may run.
 */
export function deferScripts(html: string, mark: string): string {
  if (!/<img[^>]* fetchPriority="high"/.test(html)) return html;
  // React writes its own attributes in the order of the properties: `nonce` comes first, as React Router gives it.
  const at = html.indexOf(opening(mark, 'module', ' async=""'));
  const end = html.indexOf('</script>', at);
  if (at < 0 || end < 0) return html;
  const text = html.slice(at + opening(mark, 'module', ' async=""').length, end);
  return [
    html.slice(0, at).replaceAll(preload, '<link rel="later"'),
    `${opening(mark, 'text/later', '')}${text}</script><script${mark}>${starter}</script>`,
    html.slice(end + '</script>'.length),
  ].join('');
}

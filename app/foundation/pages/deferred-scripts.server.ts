/**
 * Inline script after the deferred script. Starts the deferred script and its preloads when the high-priority images have
 * loaded or failed, when the visitor clicks, presses a key or moves the focus, or after three seconds.
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
const opening = (nonceAttribute: string, type: string, more: string) =>
  `<script${nonceAttribute} type="${type}"${more}>`;

/**
 * Defers the page's module script and preloads until {@link starter} starts them, because they would compete with high-priority
 * images for a slow connection. Returns a page without such an image or script unchanged. `nonceAttribute` is that of its
 * scripts.
 */
export function deferScripts(html: string, nonceAttribute: string): string {
  if (!/<img[^>]* fetchPriority="high"/.test(html)) return html;
  // React writes attributes in the order of the props, and React Router passes `nonce` first.
  const at = html.indexOf(opening(nonceAttribute, 'module', ' async=""'));
  const end = html.indexOf('</script>', at);
  if (at < 0 || end < 0) return html;
  const text = html.slice(at + opening(nonceAttribute, 'module', ' async=""').length, end);
  return [
    html.slice(0, at).replaceAll(preload, '<link rel="later"'),
    `${opening(nonceAttribute, 'text/later', '')}${text}</script><script${nonceAttribute}>${starter}</script>`,
    html.slice(end + '</script>'.length),
  ].join('');
}

import 'react';

declare module 'react' {
  /** The design hands numbers to its style sheets as custom properties: `--days`, `--c`, `--fx`. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}

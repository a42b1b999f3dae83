import '@testing-library/jest-dom/vitest';

// jsdom knows no media: here nothing moves, and all is as wide as it likes.
globalThis.matchMedia = (query: string) =>
  Object.assign(new EventTarget(), {
    matches: query === '(prefers-reduced-motion: reduce)',
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined
  });

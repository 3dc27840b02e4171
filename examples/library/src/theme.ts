import { defineTheme } from 'portal-frame/app';

const cover = { start: '#8a3a17', middle: '#67280d', end: '#4a1b08', text: '#fff6f1' };

/** Brick instead of the frame's teal. Other colours stay. */
export default defineTheme({
  light: {
    primary: { main: '#9a3f16', dark: '#7a300f', contrastText: '#ffffff', soft: '#fbe9e1', strong: '#7f3311' },
    lines: { own: '#9a3f16' },
    cover,
  },
  dark: {
    primary: { main: '#f0a07c', dark: '#f5b89d', contrastText: '#2b0f04', soft: '#43241a', strong: '#f7c2aa' },
    lines: { own: '#f0a07c' },
    cover,
  },
});

/** The workshop's texts; those that the frame has too lie over its own. */
export default { app: { name: 'Workshop', tagline: 'What every branch has on its shelves.' } };

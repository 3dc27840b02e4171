/** Texts of the workshop. They override texts of the frame. */
export default { app: { name: 'Workshop', tagline: 'What every branch has on its shelves.' } };

/** The workshop's texts in Spanish. */
export default { app: { name: 'Taller', tagline: 'Lo que cada sucursal tiene en sus estantes.' } };

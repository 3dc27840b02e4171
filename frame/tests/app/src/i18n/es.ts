/** Spanish texts of the workshop. */
export default { app: { name: 'Taller', tagline: 'Lo que cada sucursal tiene en sus estantes.' } };

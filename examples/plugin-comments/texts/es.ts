import type { Messages } from 'portal-frame/wire';
import type english from './en.ts';

const texts: Messages<typeof english> = {
  comments: {
    title: 'Comentarios',
    none: 'Aún no hay comentarios.',
    input: 'Escriba un comentario',
    hint: 'Lo leen todas las personas que ven este registro. Escriba @ para mencionar a alguien.',
    change: 'Cambie su comentario',
    add: 'Comentar',
    edit: 'Editar',
    save: 'Guardar',
    cancel: 'Cancelar',
    delete: 'Eliminar',
    deleteQuestion: '¿Eliminar este comentario?',
    of: '%{what} el comentario del %{at}',
    edited: 'editado',
    people: 'Personas para mencionar',
    loading: 'Cargando comentarios...',
    search: 'Buscar comentarios',
    searchHint: 'Palabras en los comentarios',
    found: 'Comentarios encontrados',
    notFound: 'Ningún comentario contiene estas palabras.',
    close: 'Cerrar',
    empty: 'Primero escriba un comentario.',
    tooLong: 'Un comentario tiene como máximo %{most} caracteres.',
    unseen: 'Una persona que menciona no puede ver este registro.',
    notYours: 'Solo su autor puede cambiar un comentario.',
    changed: 'Este comentario cambió en otra ventana. Recargue la página antes de guardar.',
    notice: {
      title: 'Le mencionaron',
      body: '%{name} le mencionó en un comentario.',
      push: 'Le mencionaron en un comentario.',
    },
  },
  jobs: { names: { 'orphaned comments': 'Eliminar comentarios de registros borrados' } },
};
export default texts;

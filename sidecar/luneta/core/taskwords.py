"""Words of prompts that say what is to be done, not what it is about. Data only, folded, English and Portuguese."""

_ALL = """
    again ahead another both else enough ever every instead later later many none second third together yet
    add adds added allow answer app apply ask await away back bad best better bit branch bug bugs build builds call
    called can cannot case change changed changes check clean code comment comments commit compare complete continue
    convert correct create created day days delete describe difference directory done draw easy edit ensure error
    errors example exist explain fail failing fails failure file files find fine first fix fixed fixes fixing folder
    function functions generate give go goes going good great handle help here implement improve input install issue
    keep know large last let lets like line lines list look lot make makes making maybe mean method missing modify
    module move name need needs new next nice now number oh ok okay old one open option output page part people please
    point possible pr problem program project pull push put question quick read really refactor remove rename replace
    request rest result return returns review right run running runs said save say script see seems send set setup show
    simple six small something start started step still stop suggest sum summarise summarize support sure table take
    takes tell test tests text thank thanks thing things think three time times today translate true try two type
    understand unit update updated upgrade use used user users uses using value values variable version view wait want
    wants way will work working works world write writing written wrong year years yeah yes yesterday
    adicione ajude ajuda altere apague arquivo arquivos bom certo codigo comecar continue continua continuar corrija
    corrige crie criar dia diga diferenca escreva escrever esta exemplo explica explicar explique faca faco fazer favor
    funcao funciona gera gere hoje linha lista melhor melhorar mostra mostre motivo mude muda novo nova obrigado
    obrigada pasta pode podes posso preciso projeto quero remova resuma resumo roda rode sim teste testes texto traduza
    tres troque usar use vai vamos veja ver verifique versao
"""

TASK_WORDS = frozenset(_ALL.split())

"""Function words of English and Portuguese: they carry the grammar of a question, not its subject.

Data only, in folded form (see `fold`). A query leaves them out of the postings when other words remain, so that
"to the ship" is decided by "ship". Words that are also common names of things ("era", "will", "can") are not here.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = _words(
    """
    a about after all also am an and any are as at be because been before being between both but by could did do does
    doing done each either few for from get gets got had has have having he her here hers herself him himself his how
    i if in into is it its itself just let me more most much my myself no nor not of off on once only or other our ours
    out over own same she should so some such than that the their theirs them themselves then there these they this
    those through to too under until up us very was we were what when where whether which while who whom whose why with
    within without would you your yours yourself
    """
)

PORTUGUESE = _words(
    """
    a ainda ao aos aquela aquelas aquele aqueles aquilo as ate cada com como cujo cuja da das de dela delas dele deles
    depois do dos e ela elas ele eles em entao entre eram essa essas esse esses esta estas estao estar estava este
    estes eu foi foram ha havia isso isto ja la lhe lhes mais mas me mesma mesmo meu meus minha minhas muito na nao nas
    nem nessa nesse nesta neste no nos nossa nossas nosso nossos num numa o onde os ou para pela pelas pelo pelos por
    porque pois qual quais quando quanto quantos que quem se sem ser seu seus sera so sob sobre sua suas tambem tao
    te tem tinha toda todas todo todos tu tua tuas teu teus um uma umas uns voce voces
    """
)

#: What stands before the apostrophe of a contraction only ("don't"), and after it.
CONTRACTION_HEADS = _words("don doesn didn isn aren wasn weren won couldn wouldn shouldn haven hasn hadn mustn needn")
CONTRACTION_TAILS = _words("s t d m re ve ll")

FUNCTION_WORDS = ENGLISH | PORTUGUESE
